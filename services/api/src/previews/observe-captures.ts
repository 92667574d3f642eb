import { metrics } from '@opentelemetry/api'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'

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

interface Load {
  engine: string
  waiting: number
  oldestAt: Date | null
}

/**
 * From now on the metrics say what waits for each engine, by the rows: the queues may have lost something, the rows have not. One statement when
 * somebody reads them, at most every five seconds; while Postgres is away there is no figure. A capture counts from its first request, so
 * that one which is made again after a while shows as old until it is taken.
 */
export function observeCaptures(
  { db, clock }: { db: Database; clock: Clock },
  engines: Iterable<string>,
): void {
  const names = [...engines]
  let loads: Promise<Load[] | null> = Promise.resolve(null)
  let readAt = -Infinity
  const read = (): Promise<Load[] | null> => {
    const now = clock.now().getTime()
    if (now - readAt >= freshMs) {
      readAt = now
      loads = readLoads(db).catch(() => null)
    }
    return loads
  }
  meter.addBatchObservableCallback(
    async (result) => {
      const found = await read()
      if (!found) return
      const byEngine = new Map(found.map((load) => [load.engine, load]))
      for (const engine of names) {
        const load = byEngine.get(engine)
        const oldestMs = load?.oldestAt ? Math.max(0, clock.now().getTime() - load.oldestAt.getTime()) : 0
        result.observe(waiting, load?.waiting ?? 0, { engine })
        result.observe(oldestWait, oldestMs / 1000, { engine })
      }
    },
    [waiting, oldestWait],
  )
}

const readLoads = (db: Database): Promise<Load[]> =>
  db.$queryRaw<Load[]>`
    SELECT engine, count(*)::int AS waiting, min(requested_at) FILTER (WHERE status = 'pending') AS "oldestAt"
      FROM previews WHERE status IN ('pending', 'capturing') GROUP BY engine`
