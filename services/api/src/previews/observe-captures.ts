import { metrics } from '@opentelemetry/api'
import { measureBacklogs } from '@pas/captures/count-captures'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { createFreshReading } from '../fresh-reading'

const meter = metrics.getMeter('pas.api')
const waiting = meter.createObservableGauge('pas.captures.waiting', {
  description: 'Captures requested and not finished, by the rows: the same from every api process',
})
const oldestWait = meter.createObservableGauge('pas.captures.oldest_wait_seconds', {
  unit: 's',
  description: 'Seconds since the oldest capture that no worker has claimed was requested; 0 with none',
})

/**
 * Reads rows, because queues may lose jobs: one statement, at most every 5 s. NaN while Postgres is away, or the SDK
 * would repeat the last value.
 */
export function observeCaptures({ db, clock }: DatabaseDeps, engines: Iterable<string>): void {
  const names = [...engines]
  const read = createFreshReading({ clock }, () => measureBacklogs({ db }))
  meter.addBatchObservableCallback(
    async (result) => {
      const backlogs = await read()
      const byEngine = new Map(backlogs?.map((backlog) => [backlog.engine, backlog]))
      for (const engine of names) {
        const backlog = byEngine.get(engine)
        const oldestMs = backlog?.oldestAt
          ? Math.max(0, clock.now().getTime() - backlog.oldestAt.getTime())
          : 0
        result.observe(waiting, backlogs ? (backlog?.waiting ?? 0) : NaN, { engine })
        result.observe(oldestWait, backlogs ? oldestMs / 1000 : NaN, { engine })
      }
    },
    [waiting, oldestWait],
  )
}
