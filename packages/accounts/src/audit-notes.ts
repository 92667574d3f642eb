import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RowDeps } from '@pas/db/row-deps'
import { recordAuditEvent, type AuditEvent } from './record-audit-event'

/**
 * Best-effort audit rows, for what anyone may cause by sending requests, such as a refused sign-in. The request neither
 * waits for its row nor fails with it. If it waited, the time that the answer takes would tell a caller whether a row
 * was written.
 */
export interface AuditNotes {
  /** Resolves to whether the row was written; never rejects. */
  write(event: Omit<AuditEvent, 'at'>): Promise<boolean>
  /** Resolves when every row so far is written, or has failed and is in the log. */
  settled(): Promise<void>
}

/** Makes the writer of these rows; a row that cannot be written is logged as a warning. */
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
