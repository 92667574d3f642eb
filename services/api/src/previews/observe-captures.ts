import { metrics } from '@opentelemetry/api'
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

interface Load {
  engine: string
  waiting: number
  oldestAt: Date | null
}

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
  let loads: Promise<Load[] | null> = Promise.resolve(null)
  let readAt = -Infinity
  let isReading = false
  const read = (): Promise<Load[] | null> => {
    const now = clock.now().getTime()
    if (!isReading && now - readAt >= freshMs) {
      readAt = now
      isReading = true
      loads = readLoads(db)
        .catch(() => null)
        .finally(() => (isReading = false))
    }
    return withinTimeout(loads, readTimeoutMs, () => null)
  }
  meter.addBatchObservableCallback(
    async (result) => {
      const found = await read()
      const byEngine = new Map(found?.map((load) => [load.engine, load]))
      for (const engine of names) {
        const load = byEngine.get(engine)
        const oldestMs = load?.oldestAt ? Math.max(0, clock.now().getTime() - load.oldestAt.getTime()) : 0
        result.observe(waiting, found ? (load?.waiting ?? 0) : NaN, { engine })
        result.observe(oldestWait, found ? oldestMs / 1000 : NaN, { engine })
      }
    },
    [waiting, oldestWait],
  )
}

const readLoads = (db: Database): Promise<Load[]> =>
  db.$queryRaw<Load[]>`
    SELECT engine, count(*)::int AS waiting, min(requested_at) FILTER (WHERE status = 'pending') AS "oldestAt"
      FROM previews WHERE status IN ('pending', 'capturing') GROUP BY engine`
