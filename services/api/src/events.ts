import { metrics } from '@opentelemetry/api'
import type { Logger } from '@pas/runtime/logger'

const meter = metrics.getMeter('pas.api')
const scheduledJobRuns = meter.createCounter('pas.scheduled_job.runs', {
  description: 'Runs of a scheduled job, by how they ended',
})
const scheduledJobItems = meter.createCounter('pas.scheduled_job.items', {
  description: 'What scheduled jobs removed, put right or swept',
})

/** One run of a scheduled job ended; `counts` says what it did. */
export function scheduledJobRan(
  logger: Logger,
  job: string,
  counts: Readonly<Record<string, number>>,
  ms: number,
): void {
  scheduledJobRuns.add(1, { scheduled_job: job, outcome: 'done' })
  const done = Object.entries(counts).filter(([, count]) => count > 0)
  for (const [what, count] of done) scheduledJobItems.add(count, { scheduled_job: job, what })
  const level = done.length > 0 ? 'info' : 'debug'
  logger[level]({ job, ...counts, ms: Math.round(ms) }, 'scheduled job ran')
}

/** A run of a scheduled job broke off; what it did stands, and the next run does the rest. */
export function scheduledJobFailed(logger: Logger, job: string, error: unknown): void {
  scheduledJobRuns.add(1, { scheduled_job: job, outcome: 'failed' })
  logger.error({ job, err: error }, 'scheduled job failed')
}

const waitingRequests = meter.createUpDownCounter('pas.requests.waiting', {
  description: 'Requests of this process that wait for a capture',
})
// So that it is there before anybody waits.
waitingRequests.add(0)
const frozenBytes = meter.createCounter('pas.emails.frozen_bytes', {
  unit: 'By',
  description: 'Bytes of what emails refer to that were fetched and kept',
})

/** A request counts as waiting until `wait` is over. */
export async function requestWaits<Answer>(wait: Promise<Answer>): Promise<Answer> {
  waitingRequests.add(1)
  try {
    return await wait
  } finally {
    waitingRequests.add(-1)
  }
}

/** What an email refers to was kept. */
export function assetsFrozen(assets: readonly { length: number }[]): void {
  frozenBytes.add(assets.reduce((sum, { length }) => sum + length, 0))
}
