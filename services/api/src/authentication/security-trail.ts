import { createAuditNotes } from '@pas/accounts/audit-notes'
import type { AuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { addressKey } from '@pas/runtime/http/address-key'
import type { Logger } from '@pas/runtime/logger'

export interface SecurityTrail {
  /** False when it was noted within the hour. */
  note(event: Omit<AuditEvent, 'at'>): boolean
  settled(): Promise<void>
}

const repeatAfterMs = 60 * 60 * 1000
const maxRemembered = 10_000

/**
 * A process writes an event of an address once an hour: more rows would hide all others. An IPv6 /64 is one address, or
 * one subscriber could fill the trail.
 */
export function createSecurityTrail(deps: DatabaseDeps & { logger: Logger }): SecurityTrail {
  const notes = createAuditNotes(deps)
  const notedAt = new Map<string, number>()
  return {
    note: (event) => {
      const at = deps.clock.now()
      const key = `${event.actor} ${event.action} ${event.target} ${addressKey(event.ip)}`
      if (at.getTime() - (notedAt.get(key) ?? -Infinity) < repeatAfterMs) return false
      if (notedAt.size >= maxRemembered) notedAt.clear()
      notedAt.set(key, at.getTime())
      void notes.write(event).then((isWritten) => {
        if (!isWritten) notedAt.delete(key)
      })
      return true
    },
    settled: () => notes.settled(),
  }
}
