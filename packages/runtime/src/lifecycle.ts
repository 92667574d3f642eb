import type { Logger } from './logger'
import { withinTimeout } from './within-timeout'

export interface Closeable {
  close(): unknown
}

const maxClosingMs = 3_000

/** Waits at most 3 s, because libraries wait for the answer of an unreachable server. Never rejects. */
export async function closedInTime(closing: Promise<unknown>): Promise<void> {
  await withinTimeout(
    closing.catch(() => undefined),
    maxClosingMs,
    () => undefined,
  )
}

/** Waits until `closing` and all work `underWay` have ended, also work that is added meanwhile. Aborts nothing. */
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
 * Waits for SIGTERM or SIGINT, then closes in the given order: what accepts work first, its stores last. Exits 1 after
 * `graceMs`, before an orchestrator would kill the process.
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
