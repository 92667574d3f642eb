import type { Logger } from './logger'
import { withinTimeout } from './within-timeout'

/** Something that a process opened and has to close when it stops. */
export interface Closeable {
  close(): unknown
}

/** Maximum time that an unreachable store may delay a stop. */
const mostClosingMs = 3_000

/**
 * Waits for a connection to close, but at most 3 s: libraries wait for an unreachable server's answer. A connection
 * that is still open then ends with the process. Never rejects.
 */
export async function closedInTime(closing: Promise<unknown>): Promise<void> {
  await withinTimeout(
    closing.catch(() => undefined),
    mostClosingMs,
    () => undefined,
  )
}

/**
 * Like `closedInTime`, for something that accepts work: also waits for the work under way, and for work that came while
 * it was closing. The work has to end by itself, even when a store is unreachable.
 */
export async function closedAfter(
  underWay: ReadonlySet<Promise<unknown>> | ReadonlyMap<Promise<unknown>, unknown>,
  closing: Promise<unknown>,
): Promise<void> {
  do {
    await Promise.allSettled(underWay.keys())
    await closedInTime(closing)
  } while (underWay.size > 0)
}

/**
 * Waits for SIGTERM or SIGINT, then closes everything in the order given: list what accepts work first, and the stores
 * that the work needs last. Exits 1 when closing takes longer than `graceMs`, before an orchestrator would kill the
 * process.
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
