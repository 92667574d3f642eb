import type { FrozenEmail } from '@pas/emails/frozen-email'
import type { PreviewCounts } from '@pas/captures/list-previews'
import type { Email } from '@pas/db/database'
import { z } from 'zod'
import { countsBody } from '../progress/schema'

/** An email as `GET /emails` and `GET /emails/{guid}` describe it. */
export const emailBody = z
  .object({
    email_guid: z.guid().meta({ description: 'Goes into the preview paths.' }),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'Its first 998 characters; null without one, and once the content is erased.' }),
    from_address: z.string().nullable().meta({ description: 'As `subject`.' }),
    title: z.string().nullable().meta({
      description: 'The `<title>` of its HTML, at most 200 characters; erased as `subject`.',
    }),
    preheader: z.string().nullable().meta({
      description:
        'Its first words, as an inbox shows them beside the subject, hidden ones too; at most 200 characters; erased as `subject`.',
    }),
    reference: z.string().nullable().meta({ description: 'As it was sent, or changed since.' }),
    label: z.string().nullable().meta({
      description: 'What its owner calls it in place of its subject; stays when the content is erased.',
    }),
    end_user_id: z.string().nullable().meta({ description: 'As it was sent.' }),
    revision_of: z
      .guid()
      .nullable()
      .meta({ description: 'As it was sent; that email may be deleted by now.' }),
    created_at: z.iso.datetime(),
    takes_captures_until: z.iso.datetime().meta({ description: '48 hours after its upload.' }),
    content: z
      .enum(['kept', 'erased'])
      .meta({ description: 'Whether its content is still stored. Pictures that were captured stay.' }),
    counts: countsBody,
  })
  .meta({ id: 'Email' })

export const emailListBody = z
  .object({
    emails: z.array(emailBody).meta({ description: 'Newest first.' }),
    next: z
      .string()
      .optional()
      .meta({ description: '`before` of the request for older ones; absent when there are none.' }),
  })
  .meta({ id: 'EmailList' })

export const emailSourceBody = z
  .object({
    html_text: z.string().nullable(),
    plain_text: z.string().nullable(),
    subject: z.string().nullable(),
    from_address: z.string().nullable(),
    from_display_name: z.string().nullable(),
  })
  .meta({
    id: 'EmailSource',
    description: 'As they were sent; of a whole message, as they were read from it.',
  })

/** The wire form of an email, `emailBody`. */
export function emailDescription(
  email: Omit<Email, 'accountId' | 'oauthApplicationId' | 'userId' | 'assetsDueAt'>,
  { waiting, captured, failed }: Omit<PreviewCounts, 'emailId'>,
): z.output<typeof emailBody> {
  return {
    email_guid: email.id,
    subject: email.subject,
    from_address: email.fromAddress,
    title: email.title,
    preheader: email.preheader,
    reference: email.reference,
    label: email.label,
    end_user_id: email.endUserId,
    revision_of: email.revisionOf,
    created_at: email.createdAt.toISOString(),
    takes_captures_until: email.expiresAt.toISOString(),
    content: email.contentErasedAt ? 'erased' : 'kept',
    counts: { waiting, captured, failed },
  }
}

/** The wire form of an email's content, `emailSourceBody`. */
export const emailSourceResponse = (content: FrozenEmail): z.output<typeof emailSourceBody> => ({
  html_text: content.htmlText,
  plain_text: content.plainText,
  subject: content.subject,
  from_address: content.fromAddress,
  from_display_name: content.fromDisplayName,
})
