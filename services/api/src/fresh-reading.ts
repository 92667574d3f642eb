import type { Clock } from '@pas/runtime/clock'
import { withinTimeout } from '@pas/runtime/within-timeout'

/** A result is used again until it is this old. */
const freshMs = 5_000
/** A scrape waits for all metrics; Prometheus gives up after 10 s by default. */
const readTimeoutMs = 2_000

/**
 * For metrics from Postgres: reads at most every `freshMs`, one at a time. Resolves to null while Postgres is away or
 * late.
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
