import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { sha256 } from '@pas/accounts/secrets'
import { requestedConfigurationsBody } from '@pas/api-contract/previews'
import { listPreviews, type ListedPreview } from '@pas/captures/list-previews'
import type { Email, Share } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { findEmail } from '@pas/emails/find-emails'
import { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import {
  disabledGiver,
  shareGivers,
  shareStatus,
  type GivenShare,
  type ShareStatus,
} from '@pas/shares/share-status'
import { shareContent, type ShareContent } from './share-content'
import type { SharedRates } from './shared-rates'

export interface Shared {
  share: Share
  email: Email
  previews: ListedPreview[]
  content: ShareContent
}

/**
 * Reads the rows each time, so that a link ends at once. Throws 429 when the address asked too often, 404 for an
 * unknown token, 410 for a share that is not live.
 */
export async function readShared(
  deps: DatabaseDeps & { sharedRates: SharedRates },
  token: string,
  ip: string | undefined,
): Promise<Shared> {
  const { db, clock, sharedRates } = deps
  const address = addressKey(ip)
  const waitSeconds = await sharedRates.spend(address)
  if (waitSeconds !== null)
    throw new ApiError(
      'too_many_requests',
      `An address may ask 60 times a minute for what links share; try again in ${waitSeconds} seconds.`,
      { headers: { 'Retry-After': String(waitSeconds) } },
    )
  const row = await db.share.findFirst({
    where: { tokenHash: sha256(token) },
    include: { content: true, ...shareGivers },
  })
  const email = row && (await findEmail({ db }, { id: row.emailId }))
  if (!email) throw new ApiError('not_found', 'There is no such link, or it ended more than 30 days ago.')
  const { content, ...share } = row
  const now = clock.now()
  const status = shareStatus(share, now)
  if (status !== 'live') throw new ApiError('link_expired', whyClosed(share, status))
  const previews = await listPreviews(deps, { emailIds: [email.id] })
  if (await sharedRates.isView(share.id, address)) {
    const mayRecord = await sharedRates.mayRecord(share.id)
    await countView(deps, share, { at: now, ip, mayRecord })
  }
  return {
    share,
    email,
    previews: previews.filter(isShownBy(share)),
    content: content ? shareContent.parse(JSON.parse(content.content)) : {},
  }
}

function whyClosed(share: GivenShare, status: Exclude<ShareStatus, 'live'>): string {
  if (status === 'revoked') return 'This link was revoked.'
  if (status === 'expired') return 'This link has expired.'
  const giver = disabledGiver(share)
  if (giver === 'user') return 'The person who made this link may no longer share.'
  if (giver === 'application') return 'The application that made this link may no longer share.'
  return 'This link’s account is disabled.'
}

function isShownBy({ configurations }: Share): (preview: ListedPreview) => boolean {
  if (configurations === null) return () => true
  const key = (configuration: { client: string; orientation: string; images: string }): string =>
    `${configuration.client} ${configuration.orientation} ${configuration.images}`
  const shown = new Set(requestedConfigurationsBody.parse(configurations).map(key))
  return ({ emailClient, ...options }) => shown.has(key({ client: emailClient, ...options }))
}

async function countView(
  { db }: DatabaseDeps,
  { id, accountId }: Share,
  { at, ip, mayRecord }: { at: Date; ip: string | undefined; mayRecord: boolean },
): Promise<void> {
  await db.$transaction(async (transaction) => {
    await transaction.share.updateMany({
      where: { id },
      data: { views: { increment: 1 }, lastViewedAt: at },
    })
    if (!mayRecord) return
    await recordAuditEvent(transaction, {
      at,
      actor: 'service:api',
      ...(ip !== undefined && { ip }),
      action: 'share.view',
      target: `share:${id}`,
      details: { account_id: accountId },
    })
  })
}
