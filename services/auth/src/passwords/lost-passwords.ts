import { AccountsError } from '@pas/accounts/accounts-error'
import { requestResetMail } from '@pas/accounts/one-time-links'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Logger } from '@pas/runtime/logger'
import { setImmediate } from 'node:timers/promises'
import type { Throttle } from '../throttle/open-throttle'

interface LostPassword {
  /** Null when the address has no user: then nothing is done. */
  userId: number | null
  language: string
  ip: string | undefined
}

/** Stores a request only after its answer, whose time must not tell whether the user exists. */
export interface LostPasswords {
  /** Does nothing when the user has had this hour's links. Logs failures. */
  request(lost: LostPassword): void
  /** Resolves when every request so far is stored or has failed. */
  settled(): Promise<void>
}

export function createLostPasswords({
  db,
  clock,
  logger,
  throttle,
  wake,
}: DatabaseDeps & {
  logger: Logger
  throttle: Pick<Throttle, 'resetPerAccount'>
  wake: () => void
}): LostPasswords {
  const pending = new Set<Promise<void>>()
  const store = async ({ userId, language, ip }: LostPassword): Promise<void> => {
    // The route sends its answer first.
    await setImmediate()
    if (userId === null) return
    // Spent here, so that no answer waits for Redis; by the user's id, so that made-up addresses leave no keys there.
    if ((await throttle.resetPerAccount.spend(`user:${userId}`)).waitSeconds !== null) return
    const now = clock.now()
    await db.$transaction(async (tx) => {
      await requestResetMail({ db: tx, clock }, { userId, language })
      await recordAuditEvent(tx, {
        at: now,
        actor: 'anonymous',
        action: 'one_time_link.request',
        target: `user:${userId}`,
        ...(ip && { ip }),
      })
    })
    wake()
  }
  return {
    request: (lost) => {
      const stored = store(lost).catch((error: unknown) => {
        // The user was disabled since the address was looked up.
        if (error instanceof AccountsError && error.code === 'user_inactive') return
        logger.error({ err: error }, 'the request for a link to a new password was lost')
      })
      pending.add(stored)
      void stored.then(() => pending.delete(stored))
    },
    settled: async () => {
      await Promise.all(pending)
    },
  }
}
