import type { Logger } from './logger'
import { withinTimeout } from './within-timeout'

/** Something a process opened and must close. */
export interface Closeable {
  close(): unknown
}

/** What a store that is away may hold up a stop. */
const mostClosingMs = 3_000

/**
 * Waits for what closes a connection, but not for ever: libraries wait for a server that is away to say good-bye. What is left open then ends
 * with the process. Never rejects.
 */
export async function closedInTime(closing: Promise<unknown>): Promise<void> {
  await withinTimeout(
    closing.catch(() => undefined),
    mostClosingMs,
    () => undefined,
  )
}

/**
 * As `closedInTime`, for what takes work: first for what is under way, and for what still came while it closed. What is under way must end by
 * itself, whichever store is away.
 */
export async function closedAfter(
  underWay: ReadonlySet<Promise<unknown>>,
  closing: Promise<unknown>,
): Promise<void> {
  do {
    await Promise.allSettled(underWay)
    await closedInTime(closing)
  } while (underWay.size > 0)
}

/**
 * Resolves after SIGTERM or SIGINT once everything is closed, in the order given: list what takes work first and the stores it
 * needs last. Exits 1 when closing takes longer than `graceMs`, so that an orchestrator never has to kill.
 */
export async function untilStopped(
  closeables: readonly Closeable[],
  { logger, graceMs }: { logger: Logger; graceMs: number },
): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  logger.info({ signal }, 'stopping')
  const deadline = setTimeout(() => {
    logger.error({ graceMs }, 'did not stop in time')
    process.exit(1)
  }, graceMs)
  deadline.unref()
  for (const closeable of closeables) await closeable.close()
  clearTimeout(deadline)
  logger.info('stopped')
}
