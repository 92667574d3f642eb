import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AccountsDeps } from './accounts-deps'
import { recordAuditEvent, type AuditEvent } from './record-audit-event'

/**
 * Audit rows that are written beside a request, which neither waits for them nor fails with them: an answer that takes as long as its
 * row would tell a caller whether there was anything to write.
 */
export interface AuditNotes {
  /** Resolves to whether the row was written; never rejects. */
  write(event: Omit<AuditEvent, 'at'>): Promise<boolean>
  /** When everything so far is written, or has failed and is in the log. */
  settled(): Promise<void>
}

export function createAuditNotes({
  db,
  clock,
  logger,
}: AccountsDeps & { logger: { warn(context: object, message: string): void } }): AuditNotes {
  const pending = new Set<Promise<boolean>>()
  return {
    write: (event) => {
      const at = clock.now()
      // After the answer, which the request sends before it gives the thread away.
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
