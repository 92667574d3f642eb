import { randomUUID } from 'node:crypto'
import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import { issueSecret, sha256 } from '@pas/accounts/secrets'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import { listPreviews } from '@pas/captures/list-previews'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { byClients, uprightWithImages } from '@pas/email-clients/effects/changes-of-clients'
import { isOpen } from '@pas/emails/lifetimes'
import { shareGivers, type GivenShare } from '@pas/shares/share-status'
import { ApiError, invalidField } from '@pas/runtime/errors'
import type { Principal } from '../authentication/authenticate'
import { lockConsent } from '../authentication/lock-consent'
import { listChanges, type ListChangesDeps } from '../changes/list-changes'
import { changesOfClientsResponse } from '../changes/schema'
import { readChecksSoFar, type ChecksSoFarDeps } from '../checks/checks-so-far'
import { checksResponse } from '../checks/schema'
import type { EmailBodies } from '../limits/email-bodies'
import { getEmail, getEmailSource } from '../emails/find-emails'
import { sourceResponse } from '../emulation/source-response'
import { configurationsResponse } from '../previews/schema'
import type { ShareContent } from './share-content'
import type { CreateShareInput } from './schema'

export interface ShareMaker extends Principal, Pick<AuditEvent, 'actor' | 'ip'> {}

const maxSharesPerAccount = 1_000
const maxContentBytes = 1024 * 1024

/**
 * ADR 48. Throws 404 for another account's email or without a board, 401 after a disconnect, 409 for an old email or
 * too many shares, 400 for a large copy. Rejects with an `UnreadEmailError`.
 */
export async function createShare(
  deps: ListChangesDeps & ChecksSoFarDeps & { config: { boardUrl: string | null }; emailBodies: EmailBodies },
  maker: ShareMaker,
  { emailGuid, ...input }: CreateShareInput & { emailGuid: string },
  signal: AbortSignal,
): Promise<{ share: GivenShare; url: string }> {
  const { db, clock, config } = deps
  const { boardUrl } = config
  const { accountId, oauthApplicationId, userId, actor, ip } = maker
  const { email } = await getEmail(deps, accountId, emailGuid)
  if (boardUrl === null)
    throw new ApiError(
      'not_found',
      'This installation has no board, which opens share links: none can be made.',
    )
  const createdAt = clock.now()
  const latestExpiryMs = email.createdAt.getTime() + previewLifetimeMs
  if (latestExpiryMs <= createdAt.getTime())
    throw tooOld('The email was uploaded 180 days ago: its pictures expire now, so it cannot be shared.')
  if (input.shows.length > 0 && !isOpen(email, createdAt))
    throw tooOld('The email’s content is kept for 48 hours, which are over: share it without `shows`.')
  const content = await copyContent(deps, accountId, { emailGuid, ...input }, signal)
  const token = issueSecret('share')
  const expiresAt = new Date(Math.min(createdAt.getTime() + input.expiresInS * 1000, latestExpiryMs))
  const share = await db.$transaction(async (transaction) => {
    await lockConsent(transaction, maker)
    // Two requests at the same moment would otherwise both find room for the last share.
    await transaction.$queryRaw`SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`
    const liveShares = await transaction.share.count({
      where: { accountId, revokedAt: null, expiresAt: { gt: createdAt } },
    })
    if (liveShares >= maxSharesPerAccount)
      throw new ApiError(
        'conflict',
        `The account has ${maxSharesPerAccount} shares, which is as many as it may have: revoke one first.`,
      )
    const created = await transaction.share.create({
      data: {
        id: randomUUID(),
        tokenHash: sha256(token),
        accountId,
        emailId: emailGuid,
        oauthApplicationId,
        userId,
        label: input.label,
        shows: input.shows,
        ...(input.configurations && { configurations: configurationsResponse(input.configurations) }),
        createdAt,
        expiresAt,
        ...(content && { content: { create: { content, expiresAt } } }),
      },
      include: shareGivers,
    })
    await recordAuditEvent(transaction, {
      at: createdAt,
      actor,
      ...(ip !== undefined && { ip }),
      action: 'share.create',
      target: `share:${created.id}`,
      details: { account_id: accountId, email: emailGuid, shows: input.shows },
    })
    return created
  })
  return { share, url: `${boardUrl}/s/${token}` }
}

/** JSON; null when the share shows nothing of the content. */
async function copyContent(
  deps: Parameters<typeof createShare>[0],
  accountId: number,
  { emailGuid, shows, configurations }: CreateShareInput & { emailGuid: string },
  signal: AbortSignal,
): Promise<string | null> {
  if (shows.length === 0) return null
  const content: ShareContent = {}
  if (shows.includes('source')) content.source = await readSource(deps, accountId, emailGuid)
  const emailClients = configurations
    ? configurations.map(({ emailClient }) => emailClient)
    : await emailClientsOf(deps, emailGuid)
  if (shows.includes('changes')) {
    const wanted = { emailGuid, configurations: uprightWithImages(emailClients) }
    const changes = await listChanges(deps, accountId, wanted, signal)
    content.changes = changesOfClientsResponse(byClients(changes))
  }
  if (shows.includes('checks')) {
    const wanted = { emailGuid, emailClients }
    const checks = checksResponse(await readChecksSoFar(deps, accountId, wanted, signal))
    // Readers see no guid, with which they could ask for more.
    content.checks = { ...checks, email_guid: null }
  }
  const json = JSON.stringify(content)
  if (Buffer.byteLength(json) > maxContentBytes) {
    const message = `the ${shows.join(' and ')} of this email are larger than 1 MiB: leave out what is not needed`
    throw invalidField(`shows: ${message}.`, { field: 'shows', message, code: 'out_of_range' })
  }
  return json
}

/** Counts in `emailBodies` while it is read. */
async function readSource(
  deps: Parameters<typeof createShare>[0],
  accountId: number,
  emailGuid: string,
): Promise<ShareContent['source']> {
  const { hold, release } = deps.emailBodies.open(accountId)
  try {
    return sourceResponse(await getEmailSource(deps, accountId, emailGuid, hold))
  } finally {
    release()
  }
}

/** The email clients of all the email's previews, captured or not, sorted by code. */
async function emailClientsOf(deps: DatabaseDeps, emailGuid: string): Promise<EmailClient[]> {
  const previews = await listPreviews(deps, { emailIds: [emailGuid] })
  const codes = [...new Set(previews.map(({ emailClient }) => emailClient))].sort()
  return codes.flatMap((code) => findEmailClient(code) ?? [])
}

const tooOld = (publicText: string): ApiError => new ApiError('conflict', publicText)
