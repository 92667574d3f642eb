import type { createdEmailBody, emailBody, inboxListBody } from '@pas/api-contract/emails'
import type { PreviewCounts } from '@pas/captures/list-previews'
import type { Email } from '@pas/db/database'
import type { ListedInbox } from '@pas/emails/list-inboxes'
import { isUnread } from '@pas/emails/lifetimes'
import { searchedAtOnce } from '@pas/emails/list-emails'
import { z } from 'zod'
import { checksOfNewEmail } from '../checks/schema'
import { configurationNames, configurationsRequest, configurationsResponse } from '../previews/schema'
import { assertContent, sentEmail, sentMembers } from '../http/sent-email'
import { pageQuery } from '../http/page-query'
import { shortText } from '../http/short-text'
import { namesOf, withWarnings, type MemberNames } from '../http/json-body'

const text = z.string('must be a string')

export const emailReference = shortText(128)

export const endUserId = text
  .max(64, 'must have at most 64 characters')
  .refine((id) => !id.includes('\0'), 'must not hold NUL, which cannot be stored')

/** An SMTP user name, which is made by its first mail. */
export const inboxName = z
  .string('must be given once')
  .regex(/^[a-z0-9._-]{1,40}$/, "must be 1 to 40 characters of a-z, 0-9, '.', '_' and '-'")

const emailMembers = {
  ...sentMembers,
  end_user_id: endUserId
    .optional()
    .meta({ description: 'Which of your users this is for: it comes back, and use is counted by it.' }),
  reference: emailReference.optional().meta({
    description: 'Your own name for the email: it comes back wherever the email does, and finds it.',
  }),
  revision_of: z
    .guid('must be a UUID, as email_guid in the answer of POST /emails')
    .optional()
    .meta({
      description:
        'The `email_guid` of an email of your account of which this is a new version. If that email came as a message less than 48 ' +
        'hours ago, `cid:` finds its pictures, its attached ones stay attached, and checks know its header.',
    }),
  keep_assets: z
    .boolean('must be true or false')
    .optional()
    .meta({
      description:
        'With `revision_of` and without `raw_source`: takes what that email shows of its images, style sheets and fonts from there, ' +
        'while it is kept, and fetches only what that email lacks.',
    }),
  inbox: inboxName.optional().meta({
    description:
      'With `raw_source`: the email comes into this inbox as if it had been sent there by SMTP. Its assets are fetched with its first ' +
      'capture, and it is a revision of the last one in this inbox with the same `reference`.',
  }),
  configurations: configurationsRequest.optional().meta({
    description:
      'Previews whose capture starts now. One that cannot be refuses the whole request, and names it. One of an email client that is ' +
      'unavailable waits; when as many wait for the same engine as the account may have, it starts when it is asked for instead.',
  }),
  checks: checksOfNewEmail.optional(),
}

export const emailNames: MemberNames = { ...namesOf(emailMembers), configurations: configurationNames }

function assertMail(
  {
    inbox,
    raw_source: rawSource,
    revision_of: revisionOf,
  }: Partial<Record<'inbox' | 'raw_source' | 'revision_of', unknown>>,
  context: z.RefinementCtx,
): void {
  if (inbox === undefined) return
  if (rawSource === undefined) context.addIssue('inbox takes whole messages: send raw_source.')
  if (revisionOf !== undefined)
    context.addIssue('In an inbox the same reference makes a revision: leave out revision_of.')
}

/** Body of `POST /emails` (docs/contract.md §4.3). Unknown members are ignored; absent ones become null. */
export const createEmailRequest = z
  .object(emailMembers, 'The body must be a JSON object.')
  .superRefine(assertContent)
  .superRefine(assertMail)
  .transform((body) => ({
    ...sentEmail(body),
    endUserId: body.end_user_id ?? null,
    reference: body.reference ?? null,
    revisionOf: body.revision_of?.toLowerCase() ?? null,
    // Absent unless it is sent, so that new members do not change the hash of a request with an Idempotency-Key.
    ...(body.keep_assets === true && { keepAssets: true as const }),
    ...(body.inbox !== undefined && { inbox: body.inbox }),
    configurations: body.configurations ?? null,
    // Absent for the same reason.
    ...(body.checks && { checks: body.checks }),
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
export type CreateEmailInput = z.output<typeof createEmailRequest>

const formatCount = (count: number): string => new Intl.NumberFormat('en').format(count)

export const emailListQuery = z
  .object({
    ...pageQuery('How many emails, 1 to 100:'),
    after: z.guid('must be a UUID, as email_guid in this list').optional().meta({
      description:
        'Only emails behind the one with this `email_guid`, oldest first: `next` is then what to send as `after`. A mail that came by SMTP is never missed so.',
    }),
    inbox: inboxName.optional().meta({ description: 'Only mail that came by SMTP under this user name.' }),
    to: z
      .string('must be given once')
      .min(1, 'must not be empty')
      .max(320, 'must have at most 320 characters')
      .refine((sent) => !/\p{Cc}/u.test(sent), 'must not hold control characters')
      .optional()
      .meta({
        description: 'Only mail with this whole address in its header or envelope, in upper or lower case.',
      }),
    reference: emailReference.optional().meta({ description: 'Only emails with exactly this reference.' }),
    search: z
      .string('must be given once')
      .min(1, 'must not be empty')
      .max(200, 'must have at most 200 characters')
      .refine((sent) => !/\p{Cc}/u.test(sent), 'must not hold control characters')
      .optional()
      .meta({
        description:
          'Only emails whose subject or title (while they are kept), label or reference holds this text, in upper or lower case. One request looks ' +
          `through ${formatCount(searchedAtOnce)} emails: \`next\` may follow a page that is not full.`,
      }),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, {
    path: ['after'],
    message: 'must not be sent with `before`',
  })

export function createdEmailResponse(
  { email, assets }: { email: Email; assets: { kept: number; failed: number } },
  configurations: CreateEmailInput['configurations'],
  warnings: string[],
): z.output<typeof createdEmailBody> {
  return {
    email_guid: email.id,
    ...(email.endUserId !== null && { end_user_id: email.endUserId }),
    ...(configurations && { configurations: configurationsResponse(configurations) }),
    assets,
    ...withWarnings(warnings),
  }
}

/** Absent members stay as they are; null takes the name away. */
export const changeEmailRequest = z
  .object(
    {
      reference: emailReference
        .nullable()
        .optional()
        .meta({ description: 'Your own name for the email, as `POST /emails` takes it.' }),
      label: shortText(128)
        .nullable()
        .optional()
        .meta({ description: 'What the email is called in place of its subject; at most 128 characters.' }),
    },
    'The body must be a JSON object.',
  )
  .meta({ id: 'EmailChanges', examples: [{ label: 'Spring sale, second draft' }] })

export function emailDescription(
  email: Omit<Email, 'accountId' | 'oauthApplicationId' | 'userId'>,
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
    inbox: email.inbox,
    recipients: email.recipients,
    unread: isUnread(email),
    revision_of: email.revisionOf,
    created_at: email.createdAt.toISOString(),
    takes_captures_until: email.expiresAt.toISOString(),
    content: email.contentErasedAt ? 'erased' : 'kept',
    counts: { waiting, captured, failed },
  }
}

export const inboxesResponse = (inboxes: readonly ListedInbox[]): z.output<typeof inboxListBody> => ({
  inboxes: inboxes.map(({ lastEmailAt, ...inbox }) => ({
    ...inbox,
    last_email_at: lastEmailAt.toISOString(),
  })),
})
