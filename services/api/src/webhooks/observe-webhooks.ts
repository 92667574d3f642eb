import { metrics } from '@opentelemetry/api'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { measureWebhooks } from '@pas/webhooks/deliveries'
import { createFreshReading } from '../fresh-reading'

const meter = metrics.getMeter('pas.api')
const waiting = meter.createObservableGauge('pas.webhooks.waiting', {
  description: 'Messages that are not delivered, nor given up, by the rows: the same from every api process',
})
const late = meter.createObservableGauge('pas.webhooks.late_seconds', {
  unit: 's',
  description:
    'How long ago the oldest message that still waits should have been sent, for endpoints that do not fail; 0 with none',
})
const failing = meter.createObservableGauge('pas.webhooks.failing', {
  description: 'Enabled endpoints that have failed, and not succeeded, for an hour',
})

/** NaN while Postgres cannot be reached. */
export function observeWebhooks({ db, clock }: DatabaseDeps): void {
  const read = createFreshReading({ clock }, () => measureWebhooks({ db, clock }))
  meter.addBatchObservableCallback(
    async (result) => {
      const backlog = await read()
      const lateMs = backlog?.oldestDueAt ? clock.now().getTime() - backlog.oldestDueAt.getTime() : 0
      result.observe(waiting, backlog?.waiting ?? NaN)
      result.observe(late, backlog ? Math.max(0, lateMs) / 1000 : NaN)
      result.observe(failing, backlog?.failing ?? NaN)
    },
    [waiting, late, failing],
  )
}
