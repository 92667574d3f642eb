import { createAuditNotes } from '@pas/accounts/audit-notes'
import type { AuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { addressKey } from '@pas/runtime/http/address-key'
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
 * once an hour by each process. An IPv6 /64 is one address, or one subscriber with a revoked key could fill the trail, which is never
 * erased.
 */
export function createSecurityTrail(deps: { db: Database; clock: Clock; logger: Logger }): SecurityTrail {
  const notes = createAuditNotes(deps)
  const notedAt = new Map<string, number>()
  return {
    note: (event) => {
      const at = deps.clock.now()
      const name = `${event.actor} ${event.action} ${event.target} ${addressKey(event.ip)}`
      if (at.getTime() - (notedAt.get(name) ?? -Infinity) < quietMs) return
      if (notedAt.size >= maxRecent) notedAt.clear()
      notedAt.set(name, at.getTime())
      void notes.write(event).then((isWritten) => {
        if (!isWritten) notedAt.delete(name)
      })
    },
    settled: () => notes.settled(),
  }
}
