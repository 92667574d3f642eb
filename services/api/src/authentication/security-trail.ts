import { createAuditNotes } from '@pas/accounts/audit-notes'
import type { AuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { addressKey } from '@pas/runtime/http/address-key'
import type { Logger } from '@pas/runtime/logger'

export interface SecurityTrail {
  note(event: Omit<AuditEvent, 'at'>): void
  settled(): Promise<void>
}

const quietMs = 60 * 60 * 1000
const maxRecent = 10_000

/**
 * Once an hour for each event, address and process: more rows would hide all others. An IPv6 /64 is one address, or one
 * subscriber could fill the trail.
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
