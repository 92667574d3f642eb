import { metrics } from '@opentelemetry/api'
import { measureBacklogs, type EngineBacklog } from '@pas/captures/count-captures'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { withinTimeout } from '@pas/runtime/within-timeout'

const meter = metrics.getMeter('pas.api')
const waiting = meter.createObservableGauge('pas.captures.waiting', {
  description: 'Captures asked for and not finished, by the rows: the same from every api process',
})
const oldestWait = meter.createObservableGauge('pas.captures.oldest_wait_seconds', {
  unit: 's',
  description: 'How long ago the oldest capture that nobody has taken yet was asked for, 0 with none',
})

/** However often and by however many the metrics are read. */
const freshMs = 5_000
/** Whoever reads the metrics waits for all of them, and gives up after some seconds (Prometheus by default after 10). */
const readTimeoutMs = 2_000

/**
 * From now on the metrics say what waits for each engine, by the rows: the queues may have lost something, the rows have not. One statement when
 * somebody reads them, at most every five seconds. While Postgres is away or late they are NaN: OpenTelemetry's SDK goes on reporting what
 * it was told last. A capture counts from its first request, so that one which is made again after a while shows as old until it is taken.
 */
export function observeCaptures(
  { db, clock }: { db: Database; clock: Clock },
  engines: Iterable<string>,
): void {
  const names = [...engines]
  let backlogs: Promise<EngineBacklog[] | null> = Promise.resolve(null)
  let readAt = -Infinity
  let isReading = false
  const read = (): Promise<EngineBacklog[] | null> => {
    const now = clock.now().getTime()
    if (!isReading && now - readAt >= freshMs) {
      readAt = now
      isReading = true
      backlogs = measureBacklogs({ db })
        .catch(() => null)
        .finally(() => (isReading = false))
    }
    return withinTimeout(backlogs, readTimeoutMs, () => null)
  }
  meter.addBatchObservableCallback(
    async (result) => {
      const found = await read()
      const byEngine = new Map(found?.map((backlog) => [backlog.engine, backlog]))
      for (const engine of names) {
        const backlog = byEngine.get(engine)
        const oldestMs = backlog?.oldestAt
          ? Math.max(0, clock.now().getTime() - backlog.oldestAt.getTime())
          : 0
        result.observe(waiting, found ? (backlog?.waiting ?? 0) : NaN, { engine })
        result.observe(oldestWait, found ? oldestMs / 1000 : NaN, { engine })
      }
    },
    [waiting, oldestWait],
  )
}
