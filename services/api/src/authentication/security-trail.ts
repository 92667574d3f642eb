import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Logger } from '@pas/runtime/logger'

/** Notes in the audit trail who used a credential, and whom we refused. */
export interface SecurityTrail {
  /** Written beside the request, which does not wait for it and does not fail with it. */
  note(event: Omit<AuditEvent, 'at'>): void
  /** When everything noted so far is written. */
  settled(): Promise<void>
}

const quietMs = 60 * 60 * 1000
/** Of recent events. Beyond it the trail forgets, and may say something twice. */
const maxRecent = 10_000

/**
 * A key serves thousands of requests an hour, and a row each would drown the rest: the same event from the same address is noted
 * once an hour by each process.
 */
export function createSecurityTrail({
  db,
  clock,
  logger,
}: {
  db: Database
  clock: Clock
  logger: Logger
}): SecurityTrail {
  const notedAt = new Map<string, number>()
  const pending = new Set<Promise<void>>()
  return {
    note: (event) => {
      const at = clock.now()
      const name = `${event.actor} ${event.action} ${event.target} ${event.ip}`
      if (at.getTime() - (notedAt.get(name) ?? -Infinity) < quietMs) return
      if (notedAt.size >= maxRecent) notedAt.clear()
      notedAt.set(name, at.getTime())
      const write = recordAuditEvent(db, { at, ...event }).catch((error: unknown) => {
        notedAt.delete(name)
        logger.warn({ err: error, action: event.action }, 'audit row not written')
      })
      pending.add(write)
      void write.finally(() => pending.delete(write))
    },
    settled: async () => {
      await Promise.all(pending)
    },
  }
}
