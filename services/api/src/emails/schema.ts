import { z } from 'zod'
import { configurationsBody, configurationsRequest, configurationsResponse } from '../previews/configurations'

const text = z.string('must be a string')

/** The members that a whole message contains itself, and that may not be given beside `raw_source`. */
const membersOfMessage = ['html_text', 'plain_text', 'subject', 'from_address', 'from_display_name'] as const

/** Body of `POST /emails` (docs/contract.md §4). Unknown members are ignored; absent ones become null. */
export const createEmailRequest = z
  .object(
    {
      html_text: text.optional().meta({ description: 'The HTML part.' }),
      plain_text: text
        .optional()
        .meta({ description: 'The text part. At least one of the two is needed, or `raw_source`.' }),
      raw_source: text.optional().meta({
        description:
          'A whole MIME message, instead of the parts, the subject and the sender: each byte as the character of that number ' +
          '(ISO 8859-1), or text as it was decoded from UTF-8.',
      }),
      subject: text
        .optional()
        .meta({ description: 'Goes into the message that a real email client is given.' }),
      from_address: text.optional().meta({ description: 'As `subject`.' }),
      from_display_name: text.optional().meta({ description: 'As `subject`.' }),
      end_user_id: text
        .max(64, 'must have at most 64 characters')
        .refine((id) => !id.includes('\0'), 'must not hold NUL, which cannot be stored')
        .optional()
        .meta({ description: 'Which of your users this is for: it comes back, and use is counted by it.' }),
      configurations: configurationsRequest.optional().meta({
        description:
          'Previews whose capture starts now. One that cannot be refuses the whole request, and names it. One of an email client that is ' +
          'unavailable waits; when as many wait for the same engine as the account may have, it starts when it is asked for instead.',
      }),
    },
    'The body must be a JSON object.',
  )
  .superRefine((body, context) => {
    const beside = membersOfMessage.filter((name) => body[name] !== undefined)
    if (body.raw_source !== undefined && beside.length > 0)
      context.addIssue(`raw_source brings its own parts, subject and sender: leave out ${beside.join(', ')}.`)
    else if (!(body.html_text ?? body.plain_text ?? body.raw_source))
      context.addIssue('The email has no content: give html_text, plain_text or both, or raw_source.')
  })
  .transform((body) => ({
    htmlText: body.html_text ?? null,
    plainText: body.plain_text ?? null,
    rawSource: body.raw_source ?? null,
    subject: body.subject ?? null,
    fromAddress: body.from_address ?? null,
    fromDisplayName: body.from_display_name ?? null,
    endUserId: body.end_user_id ?? null,
    configurations: body.configurations ?? null,
  }))
  .meta({
    id: 'NewEmail',
    examples: [
      {
        subject: 'Hello',
        html_text: '<h1>Hello</h1>',
        plain_text: 'Hello',
        configurations: [{ client: 'CHROMEGMAILNEW' }],
      },
    ],
  })
/** A checked body of `POST /emails`, in the names that the code uses. */
export type CreateEmailInput = z.output<typeof createEmailRequest>

/** Answer of `POST /emails`. */
export const emailBody = z
  .object({
    email_guid: z.guid().meta({ description: 'Goes into the preview paths.' }),
    end_user_id: z.string().optional().meta({ description: 'As it was sent.' }),
    configurations: configurationsBody
      .optional()
      .meta({ description: 'As they were sent, with the defaults filled in.' }),
  })
  .meta({ id: 'CreatedEmail' })

/** The wire form of a created email; members that were not sent are left out. */
export function emailResponse(
  email: { id: string; endUserId: string | null },
  configurations: CreateEmailInput['configurations'],
): z.output<typeof emailBody> {
  return {
    email_guid: email.id,
    ...(email.endUserId !== null && { end_user_id: email.endUserId }),
    ...(configurations && { configurations: configurationsResponse(configurations) }),
  }
}
