import { z } from 'zod'
import { next, warningsBody } from './members'
import { requestedConfigurationsBody, countsBody } from './previews'

export const createdEmailBody = z
  .object({
    email_guid: z.guid().meta({ description: 'Goes into the preview paths.' }),
    end_user_id: z.string().optional().meta({ description: 'As it was sent.' }),
    configurations: requestedConfigurationsBody
      .optional()
      .meta({ description: 'As they were sent, with the defaults filled in.' }),
    assets: z.object({ kept: z.int().nonnegative(), failed: z.int().nonnegative() }).meta({
      description:
        'How many images, style sheets and fonts every email client is shown, and how many could not be fetched: ' +
        '`GET /emails/{email_guid}/assets` says which, and why. Those that are still being fetched are in neither number.',
    }),
    warnings: warningsBody,
  })
  .meta({ id: 'CreatedEmail' })

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
    inbox: z
      .string()
      .nullable()
      .meta({ description: 'The SMTP user name under which it came; null otherwise.' }),
    recipients: z.array(z.string()).meta({
      description:
        'Of mail that came by SMTP, the addresses of its header and its envelope, in lower case; erased as `subject`.',
    }),
    unread: z
      .boolean()
      .meta({ description: 'Whether it came by SMTP and nobody has asked for a picture of it yet.' }),
    revision_of: z.guid().nullable().meta({
      description:
        'As it was sent, or the last mail in this inbox with the same `reference`; that email may be deleted by now.',
    }),
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
    emails: z.array(emailBody).meta({ description: 'Newest first; with `after`, oldest first.' }),
    next,
  })
  .meta({ id: 'EmailList' })

export const inboxListBody = z
  .object({
    inboxes: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The SMTP user name.' }),
          emails: z.int().nonnegative(),
          unread: z.int().nonnegative().meta({ description: 'Of which nobody has asked for a picture yet.' }),
          last_email_at: z.iso.datetime(),
        }),
      )
      .meta({ description: 'At most 200; the one with the newest mail first.' }),
  })
  .meta({ id: 'InboxList' })

export const emailSourceBody = z
  .object({
    html_text: z.string().nullable(),
    plain_text: z.string().nullable(),
    subject: z.string().nullable(),
    from_address: z.string().nullable(),
    from_display_name: z.string().nullable(),
    attachments: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The file name; empty without one.' }),
          content_type: z.string(),
          octets: z.int().nonnegative().meta({ description: 'Without transfer encoding.' }),
        }),
      )
      .meta({
        description:
          'What a whole message has beside what is shown; email clients list it by name and size. At most 100.',
      }),
  })
  .meta({
    id: 'EmailSource',
    description: 'As they were sent; of a whole message, as they were read from it.',
  })

const named = (description: string) => z.string().nullable().meta({ description })

const messagePartBody = z
  .object({
    content_type: z.string().meta({ description: 'In lower case, without parameters.' }),
    charset: named('As it was sent.'),
    disposition: named('Such as `attachment`, in lower case.'),
    file_name: named('Decoded.'),
    content_id: named('Without its angle brackets.'),
    bytes: z
      .int()
      .nonnegative()
      .nullable()
      .meta({ description: 'Without transfer encoding; null for a part that has parts.' }),
    get parts() {
      return z.array(messagePartBody)
    },
  })
  .meta({ id: 'MessagePart' })

export const messageBody = z
  .object({
    bytes: z.int().nonnegative().meta({ description: 'Of the whole message.' }),
    header: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Empty for a line that is no field.' }),
          value: z.string().meta({ description: 'Unfolded and decoded (RFC 2047).' }),
          raw: z.string().meta({ description: 'As it was sent, with its name and folds.' }),
          bytes: z
            .int()
            .nonnegative()
            .meta({ description: 'Of the whole field, of which at most 10,000 are shown.' }),
        }),
      )
      .meta({ description: 'In the order of the message; at most 500 fields, of the first 256 KiB.' }),
    fields_left_out: z.int().nonnegative(),
    text: z.string().nullable().meta({
      description:
        'The first part that is plain text and not attached, at most 100,000 characters; null without one.',
    }),
    text_left_out: z.int().nonnegative().meta({ description: 'Characters.' }),
    structure: messagePartBody,
    parts_left_out: z.int().nonnegative().meta({ description: 'Parts that are more than 30 deep.' }),
  })
  .meta({ id: 'EmailMessage' })
