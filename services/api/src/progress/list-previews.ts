import { isUnfinished } from '@pas/captures/capture-state'
import { listPreviews, type ListedPreview } from '@pas/captures/list-previews'
import type { DatabaseDeps, DbDeps } from '@pas/db/row-deps'
import { findEmail } from '@pas/emails/find-emails'
import { isOpen } from '@pas/emails/lifetimes'
import { ApiError } from '@pas/runtime/errors'
import { isOwner, type EmailCaller } from '../authentication/authenticate'
import type { EmailWatchers } from './email-watchers'
import { listPreviewsWithEffects, type PreviewWithEffects } from './previews-with-effects'

export const noEmail = (): ApiError => new ApiError('not_found', 'There is no email with this guid.')

export interface ListedEmail {
  id: string
  accountId: number
  reference: string | null
}

export async function getListedEmail({ db }: DbDeps, emailGuid: string): Promise<ListedEmail> {
  const email = await findEmail({ db }, { id: emailGuid })
  if (!email) throw noEmail()
  const { id, accountId, reference } = email
  return { id, accountId, reference }
}

/** `reference` is the account's own name for the email: a guid gives no right to it. */
export const asSeenBy = (caller: EmailCaller, email: ListedEmail): ListedEmail =>
  isOwner(caller, email) ? email : { ...email, reference: null }

/** Another email's previews, with which the listed ones are compared. */
export interface Base {
  previews: readonly ListedPreview[]
  /** Whether it takes captures. */
  isOpen: boolean
}

/** Throws 404 unless both emails are the account's. */
export async function getBase(
  deps: DatabaseDeps,
  accountId: number,
  { emailGuid, baseGuid }: { emailGuid: string; baseGuid: string },
): Promise<Base> {
  const [head, base, previews] = await Promise.all([
    findEmail(deps, { id: emailGuid, accountId }),
    findEmail(deps, { id: baseGuid, accountId }),
    listPreviews(deps, { emailIds: [baseGuid] }),
  ])
  if (!head || !base) throw noEmail()
  return { previews, isOpen: isOpen(base, deps.clock.now()) }
}

/** Unordered. Throws 404. Starts no capture. */
export async function getEmailWithPreviews(
  deps: DatabaseDeps,
  emailGuid: string,
): Promise<{ email: ListedEmail; previews: PreviewWithEffects[] }> {
  const [email, previews] = await Promise.all([
    getListedEmail(deps, emailGuid),
    listPreviewsWithEffects(deps, { emailIds: [emailGuid] }),
  ])
  return { email, previews }
}

/**
 * Resolves when no preview waits, after `timeoutMs`, or when `signal` aborts, the email is deleted or this process
 * stops. Rejects with the database's error.
 */
export function untilNoneWaits(
  emailWatchers: EmailWatchers,
  email: ListedEmail,
  {
    emailClients,
    timeoutMs,
    signal,
  }: { emailClients: ReadonlySet<string> | null; timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const waiting = new Set<string>()
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(deadline)
      signal.removeEventListener('abort', end)
      leave()
    }
    const end = (): void => {
      stop()
      resolve()
    }
    const endIfNoneWaits = (previews: readonly ListedPreview[]): void => {
      for (const preview of previews) {
        if (emailClients !== null && !emailClients.has(preview.emailClient)) continue
        if (isUnfinished(preview)) waiting.add(preview.id)
        else waiting.delete(preview.id)
      }
      if (waiting.size === 0) end()
    }
    const deadline = setTimeout(end, timeoutMs)
    signal.addEventListener('abort', end)
    const leave = emailWatchers.watch(email, {
      snapshot: endIfNoneWaits,
      changed: endIfNoneWaits,
      gone: end,
      stopped: end,
      failed: (error) => {
        stop()
        reject(error)
      },
    })
    if (signal.aborted) end()
  })
}
