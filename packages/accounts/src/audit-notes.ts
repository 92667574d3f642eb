import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RowDeps } from '@pas/db/row-deps'
import { recordAuditEvent, type AuditEvent } from './record-audit-event'

/**
 * Best-effort rows for what any visitor can cause, such as a refused sign-in. The request does not wait for them: its
 * response time would tell whether one was written.
 */
export interface AuditNotes {
  /** Resolves to whether the row was written; never rejects. */
  write(event: Omit<AuditEvent, 'at'>): Promise<boolean>
  /** Resolves when every row so far is written or logged as failed. */
  settled(): Promise<void>
}

export function createAuditNotes({
  db,
  clock,
  logger,
}: RowDeps & { logger: { warn(context: object, message: string): void } }): AuditNotes {
  const pending = new Set<Promise<boolean>>()
  return {
    write: (event) => {
      const at = clock.now()
      // One turn of the event loop later: the request sends its answer in this turn, so that the write never delays it.
      const write = nextTurn()
        .then(() => recordAuditEvent(db, { at, ...event }))
        .then(
          () => true,
          (error: unknown) => {
            logger.warn({ err: error, action: event.action }, 'audit row not written')
            return false
          },
        )
      pending.add(write)
      void write.then(() => pending.delete(write))
      return write
    },
    settled: async () => {
      await Promise.all(pending)
    },
  }
}
