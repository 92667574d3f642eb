import { z } from 'zod'
import { configurationsBody, configurationsRequest, configurationsResponse } from '../previews/configurations'

const text = z.string('must be a string')

/** Body of `POST /emails` (contract §4). Unknown members are ignored; absent ones become null. */
export const createEmailRequest = z
  .object(
    {
      html_text: text.optional(),
      plain_text: text.optional(),
      subject: text.optional(),
      from_address: text.optional(),
      from_display_name: text.optional(),
      end_user_id: text.max(64, 'must have at most 64 characters').optional(),
      configurations: configurationsRequest.optional(),
    },
    'The body must be a JSON object.',
  )
  .refine(
    (body) => Boolean(body.html_text ?? body.plain_text),
    'The email has no content: give html_text, plain_text or both.',
  )
  .transform((body) => ({
    htmlText: body.html_text ?? null,
    plainText: body.plain_text ?? null,
    subject: body.subject ?? null,
    fromAddress: body.from_address ?? null,
    fromDisplayName: body.from_display_name ?? null,
    endUserId: body.end_user_id ?? null,
    configurations: body.configurations ?? null,
  }))
export type CreateEmailInput = z.output<typeof createEmailRequest>

/** Answer of `POST /emails`. */
export const emailBody = z
  .object({
    email_guid: z.guid().meta({ description: 'Goes into the preview paths.' }),
    end_user_id: z.string().optional().meta({ description: 'As it was sent.' }),
    configurations: configurationsBody
      .optional()
      .meta({ description: 'As they were sent, with the defaults filled in: their captures start now.' }),
  })
  .meta({ id: 'CreatedEmail' })

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
