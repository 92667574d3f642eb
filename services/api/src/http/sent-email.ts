import { z } from 'zod'

const text = z.string('must be a string')

/** A whole message contains these, so they may not be given beside `raw_source`. */
const membersOfMessage = ['html_text', 'plain_text', 'subject', 'from_address', 'from_display_name'] as const

/** A character above U+00FF is no byte: the message was decoded, and its parts' charsets are lost. */
function assertBytes(raw: string, context: z.RefinementCtx): void {
  const at = raw.search(/[^\0-\xff]/)
  if (at === -1) return
  const codePoint = raw.codePointAt(at) ?? 0
  context.addIssue(
    `must be the message’s bytes, each as the character of that number, but has ` +
      `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')} at character ${at + 1}: read the message as ISO 8859-1 (latin1), not as UTF-8`,
  )
}

export const sentMembers = {
  html_text: text.optional().meta({ description: 'The HTML part.' }),
  plain_text: text
    .optional()
    .meta({ description: 'The text part. At least one of the two is needed, or `raw_source`.' }),
  raw_source: text
    .superRefine(assertBytes)
    .optional()
    .meta({
      description:
        'A whole MIME message, instead of the parts, the subject and the sender: each byte as the character of that number ' +
        '(ISO 8859-1), whatever charsets the message names.',
    }),
  subject: text.optional().meta({ description: 'Goes into the message that a real email client is given.' }),
  from_address: text.optional().meta({ description: 'As `subject`.' }),
  from_display_name: text.optional().meta({ description: 'As `subject`.' }),
}

type SentMembers = z.output<z.ZodObject<typeof sentMembers>>

/** Refuses an email without content, and a message with members beside it. */
export function assertContent(body: SentMembers, context: z.RefinementCtx): void {
  const beside = membersOfMessage.filter((name) => body[name] !== undefined)
  if (body.raw_source !== undefined && beside.length > 0)
    context.addIssue(`raw_source brings its own parts, subject and sender: leave out ${beside.join(', ')}.`)
  else if (!(body.html_text ?? body.plain_text ?? body.raw_source))
    context.addIssue('The email has no content: give html_text, plain_text or both, or raw_source.')
}

export const sentEmail = (body: SentMembers) => ({
  htmlText: body.html_text ?? null,
  plainText: body.plain_text ?? null,
  rawSource: body.raw_source ?? null,
  subject: body.subject ?? null,
  fromAddress: body.from_address ?? null,
  fromDisplayName: body.from_display_name ?? null,
})
export type SentEmail = ReturnType<typeof sentEmail>
