import type { Clock } from '@pas/runtime/clock'
import { withinTimeout } from '@pas/runtime/within-timeout'

/** How long a result is used again, however often the metrics are read. */
const freshMs = 5_000
/** A scrape waits for all metrics, and times out after some seconds (Prometheus by default after 10). */
const readTimeoutMs = 2_000

/**
 * Makes the function with which metrics read something from Postgres: at most every `freshMs`, and one read at a time.
 * It resolves to null while Postgres cannot be reached or is late.
 */
export function createFreshReading<Result>(
  { clock }: { clock: Clock },
  read: () => Promise<Result>,
): () => Promise<Result | null> {
  let reading: Promise<Result | null> = Promise.resolve(null)
  let readAt = -Infinity
  let isReading = false
  return () => {
    const now = clock.now().getTime()
    if (!isReading && now - readAt >= freshMs) {
      readAt = now
      isReading = true
      reading = read()
        .catch(() => null)
        .finally(() => (isReading = false))
    }
    return withinTimeout(reading, readTimeoutMs, () => null)
  }
}
