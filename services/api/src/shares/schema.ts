import { requestedConfigurationsBody } from '@pas/api-contract/previews'
import type { sharedBody, shareBody } from '@pas/api-contract/shares'
import { invalidField } from '@pas/runtime/errors'
import { shareStatus, type GivenShare } from '@pas/shares/share-status'
import { z } from 'zod'
import { configurationNames, configurationsRequest } from '../previews/schema'
import { pageQuery } from '../http/page-query'
import { previewListResponse } from '../progress/schema'
import { shortText } from '../http/short-text'
import { namesOf, type MemberNames } from '../http/json-body'
import type { Shared } from './read-shared'

const daySeconds = 24 * 60 * 60
const maxSeconds = 180 * daySeconds

export const shareId = z
  .guid('must be a UUID, as share_id in the answer of POST /emails/{email_guid}/shares')
  .meta({ description: '`share_id` of the answer that made it.' })

/** In lower case. Throws a 400 unless it is a UUID. */
export function parseShareId(id: string | undefined): string {
  const parsed = shareId.safeParse(id)
  if (parsed.success) return parsed.data.toLowerCase()
  const message = parsed.error.issues[0]?.message ?? 'is not valid'
  throw invalidField(`The share_id ${message}.`, { field: 'share_id', message })
}

const shownPart = z.enum(['changes', 'checks', 'source'], 'must be changes, checks or source')

const shareMembers = {
  expires_in_s: z
    .number('must be a number')
    .int('must be a whole number')
    .min(1, `must be 1 to ${maxSeconds}`)
    .max(maxSeconds, `must be 1 to ${maxSeconds}`)
    .optional()
    .meta({
      description:
        'Seconds until the link ends, at most 180 days; 7 days when it is left out. It never ends later than 180 days after the upload of ' +
        'its email.',
    }),
  configurations: configurationsRequest.optional().meta({
    description: 'The previews that it shows; all of the email’s, also later ones, when it is left out.',
  }),
  shows: z
    .array(shownPart, 'must be a list of changes, checks and source')
    .max(3, 'must name each once')
    .optional()
    .meta({
      description:
        'What it shows beside the pictures, copied now and kept as long as the link, also after the 48 hours of the email’s content: what ' +
        'the email clients change (`changes`), what checks have found by now (`checks`), and the email as it was sent (`source`). Nothing ' +
        'when it is left out.',
    }),
  label: shortText(128)
    .nullable()
    .optional()
    .meta({ description: 'A title of your choice, which everyone who opens the link sees.' }),
}

export const shareNames: MemberNames = { ...namesOf(shareMembers), configurations: configurationNames }

/** docs/contract.md §4.13. */
export const createShareRequest = z
  .object(shareMembers, 'The body must be a JSON object.')
  .transform((body) => ({
    expiresInS: body.expires_in_s ?? 7 * daySeconds,
    configurations: body.configurations ?? null,
    shows: [...new Set(body.shows)].sort(),
    label: body.label ?? null,
  }))
  .meta({ id: 'NewShare', examples: [{ expires_in_s: 86_400, shows: ['changes'], label: 'Spring sale' }] })
export type CreateShareInput = z.output<typeof createShareRequest>

export const shareListQuery = z.object(pageQuery('How many shares, 1 to 100:', 100))
export type ShareListQuery = z.output<typeof shareListQuery>

export const shareResponse = (share: GivenShare, now: Date): z.output<typeof shareBody> => ({
  share_id: share.id,
  email_guid: share.emailId,
  label: share.label,
  shows: z.array(shownPart).parse(share.shows),
  configurations: requestedConfigurationsBody.nullable().parse(share.configurations),
  status: shareStatus(share, now),
  created_at: share.createdAt.toISOString(),
  expires_at: share.expiresAt.toISOString(),
  revoked_at: share.revokedAt?.toISOString() ?? null,
  views: share.views,
  last_viewed_at: share.lastViewedAt?.toISOString() ?? null,
})

export function sharedResponse(
  imagesUrl: string,
  { share, email, previews, content }: Shared,
): z.output<typeof sharedBody> {
  const list = previewListResponse(imagesUrl, email, previews)
  return {
    email: {
      subject: email.subject ?? content.source?.subject ?? null,
      title: email.title,
      from_address: email.fromAddress ?? content.source?.from_address ?? null,
      created_at: email.createdAt.toISOString(),
      takes_captures_until: email.expiresAt.toISOString(),
      content: email.contentErasedAt ? 'erased' : 'kept',
      counts: list.counts,
    },
    label: share.label,
    shows: z.array(shownPart).parse(share.shows),
    expires_at: share.expiresAt.toISOString(),
    complete: list.complete,
    previews: list.previews,
    ...content,
  }
}
