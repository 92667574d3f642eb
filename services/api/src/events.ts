import { metrics } from '@opentelemetry/api'
import type { Logger } from '@pas/runtime/logger'
import type { RetentionCounts } from './jobs/run-retention'

const meter = metrics.getMeter('pas.api')
const removed = meter.createCounter('pas.retention.removed', {
  description: 'What retention removed because its time was over',
})
const failures = meter.createCounter('pas.retention.failures')

/** One run of retention ended; `swept` counts what had objects but no row. */
export function retentionRan(logger: Logger, counts: RetentionCounts & { swept: number }, ms: number): void {
  const done = Object.entries({ ...counts }).filter(([, count]) => count > 0)
  for (const [what, count] of done) removed.add(count, { what })
  const level = done.length > 0 ? 'info' : 'debug'
  logger[level]({ ...counts, ms: Math.round(ms) }, 'retention ran')
}

/** A run of retention broke off; the next one does the rest. */
export function retentionFailed(logger: Logger, error: unknown): void {
  failures.add(1)
  logger.error({ err: error }, 'retention failed')
}
