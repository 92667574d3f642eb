import { createAuditNotes } from '@pas/accounts/audit-notes'
import type { AuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { addressKey } from '@pas/runtime/http/address-key'
import type { Logger } from '@pas/runtime/logger'

/** Notes in the audit trail which credentials were used, and which were refused. */
export interface SecurityTrail {
  /** Writes in the background: the request does not wait for it and does not fail with it. */
  note(event: Omit<AuditEvent, 'at'>): void
  /** Resolves when everything noted so far is written. */
  settled(): Promise<void>
}

/** How long an event is not noted again. */
const quietMs = 60 * 60 * 1000
/** Maximum of events remembered. Beyond it all are forgotten, and an event may be noted again within `quietMs`. */
const maxRecent = 10_000

/**
 * Notes an event from the same address once an hour in each process: a key serves thousands of requests an hour, and a
 * row for each would hide all others. An IPv6 /64 counts as one address; otherwise one subscriber with a revoked key
 * could fill the trail, which is never erased.
 */
export function createSecurityTrail(deps: DatabaseDeps & { logger: Logger }): SecurityTrail {
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
