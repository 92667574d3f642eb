import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps, DbDeps } from '@pas/db/row-deps'
import { ApiError } from '@pas/runtime/errors'
import { revokeShare } from '@pas/shares/end-shares'
import { shareGivers, type GivenShare } from '@pas/shares/share-status'
import { getEmail } from '../emails/find-emails'
import { readCursor, writeCursor } from '../http/list-cursor'
import type { ShareListQuery } from './schema'

const defaultLimit = 100
const noSuchShare = 'There is no share with this id.'

/**
 * Newest first. `next` is null when there are no more. Throws 404 for another account's email, and a 400 for a cursor
 * of another list.
 */
export async function listShares(
  deps: DatabaseDeps,
  { accountId, emailGuid }: { accountId: number; emailGuid?: string },
  { limit = defaultLimit, before }: ShareListQuery,
): Promise<{ shares: GivenShare[]; next: string | null }> {
  if (emailGuid !== undefined) await getEmail(deps, accountId, emailGuid)
  const list = `shares ${accountId} ${emailGuid ?? ''}`
  const after = before === undefined ? null : readCursor(before, list)
  const rows = await deps.db.share.findMany({
    where: {
      accountId,
      ...(emailGuid !== undefined && { emailId: emailGuid }),
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
        // Says no more than `OR`, but Postgres can use an index for it.
        createdAt: { lte: after.createdAt },
      }),
    },
    include: shareGivers,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const shares = rows.slice(0, limit)
  const last = shares.at(-1)
  return { shares, next: rows.length > limit && last ? writeCursor(last, list) : null }
}

export async function getShare({ db }: DbDeps, accountId: number, id: string): Promise<GivenShare> {
  const share = await db.share.findFirst({ where: { id, accountId }, include: shareGivers })
  if (!share) throw new ApiError('not_found', noSuchShare)
  return share
}

/** Also erases the share's copy of the content. Idempotent. Throws 404 when the account has no such share. */
export async function revokeOwnShare(
  { db, clock }: DatabaseDeps,
  { accountId, actor, ip }: { accountId: number } & Pick<AuditEvent, 'actor' | 'ip'>,
  id: string,
): Promise<void> {
  const at = clock.now()
  await db.$transaction(async (transaction) => {
    const revoked = await revokeShare({ db: transaction, clock }, { id, accountId })
    if (!revoked) throw new ApiError('not_found', noSuchShare)
    if (revoked.wasRevoked) return
    await recordAuditEvent(transaction, {
      at,
      actor,
      ...(ip !== undefined && { ip }),
      action: 'share.revoke',
      target: `share:${id}`,
      details: { account_id: accountId },
    })
  })
}
