import { metrics } from '@opentelemetry/api'
import type { LinkAnswer } from '@pas/email-checks/measurements'
import { ApiError } from '@pas/runtime/errors'
import type { Logger } from '@pas/runtime/logger'
import type { RecordedAttempt } from '@pas/webhooks/record-attempt'
import type { WebhookAttempt } from '@pas/webhooks/webhook-attempt'
import {
  IncompleteRunError,
  sweepRefusals,
  SweepRefusedError,
  UnerasedError,
} from '@pas/retention/retention-errors'

const meter = metrics.getMeter('pas.api')
const scheduledJobRuns = meter.createCounter('pas.scheduled_job.runs', {
  description: 'Runs of a scheduled job, by how they ended',
})
const scheduledJobItems = meter.createCounter('pas.scheduled_job.items', {
  description: 'What scheduled jobs removed, put right or swept',
})
const unerased = meter.createCounter('pas.scheduled_job.unerased', {
  description: 'What storage refused to erase when it was due, at each run that tried',
})
const sweepsRefused = meter.createCounter('pas.sweep.refused', {
  description: 'Sweeps that erased nothing, as they were not sure of the store or of the rows',
})

// Zero at start, so that alerts see the first event as an increase.
unerased.add(0, { scheduled_job: 'retention', step: 'contents' })
for (const reason of sweepRefusals) sweepsRefused.add(0, { reason })

export function scheduledJobRan(
  logger: Logger,
  job: string,
  counts: Readonly<Record<string, number>>,
  ms: number,
): void {
  scheduledJobRuns.add(1, { scheduled_job: job, outcome: 'done' })
  countItems(job, counts)
  const level = Object.values(counts).some((count) => count > 0) ? 'info' : 'debug'
  logger[level]({ job, ...counts, ms: Math.round(ms) }, 'scheduled job ran')
}

export function scheduledJobFailed(logger: Logger, job: string, error: unknown): void {
  scheduledJobRuns.add(1, { scheduled_job: job, outcome: 'failed' })
  if (error instanceof SweepRefusedError) sweepsRefused.add(1, { reason: error.reason })
  const failures = error instanceof IncompleteRunError ? error.failures : [{ step: job, error }]
  for (const { step, error: cause } of failures)
    if (cause instanceof UnerasedError) unerased.add(cause.refused, { scheduled_job: job, step })
  const done = error instanceof IncompleteRunError ? error.counts : {}
  countItems(job, done)
  logger.error({ job, steps: failures.map(({ step }) => step), ...done, err: error }, 'scheduled job failed')
}

function countItems(job: string, counts: Readonly<Record<string, number>>): void {
  for (const [what, count] of Object.entries(counts))
    if (count > 0) scheduledJobItems.add(count, { scheduled_job: job, what })
}

const waitingRequests = meter.createUpDownCounter('pas.requests.waiting', {
  description: 'Requests of this process that wait for a capture',
})
// Zero at start, so that the metric exists before the first request waits.
waitingRequests.add(0)

export async function requestWaits<Answer>(wait: Promise<Answer>): Promise<Answer> {
  waitingRequests.add(1)
  try {
    return await wait
  } finally {
    waitingRequests.add(-1)
  }
}

const openStreams = meter.createUpDownCounter('pas.event_streams.open', {
  description: 'Event streams of emails that this process holds open',
})
// Zero at start, so that the metric exists before the first stream.
openStreams.add(0)

export function streamChanged(streams: 1 | -1): void {
  openStreams.add(streams)
}

const frozenBytes = meter.createCounter('pas.emails.frozen_bytes', {
  unit: 'By',
  description: 'Bytes of what emails refer to that were fetched and kept',
})

export function assetsFrozen(assets: readonly { length: number }[]): void {
  frozenBytes.add(assets.reduce((sum, { length }) => sum + length, 0))
}

const bytesInFlight = meter.createUpDownCounter('pas.emails.in_flight_bytes', {
  unit: 'By',
  description: 'Bytes of bodies that count against BODY_BYTES_IN_FLIGHT now',
})
// Zero at start, so that the metric exists before the first body.
bytesInFlight.add(0)

/** `bytes` is negative when a request ends. */
export function bytesInFlightChanged(bytes: number): void {
  bytesInFlight.add(bytes)
}

const smtpSessions = meter.createUpDownCounter('pas.smtp.sessions', {
  description: 'SMTP sessions that this process has open, by whether they have signed in',
})
const smtpMails = meter.createCounter('pas.smtp.mails', {
  description:
    'Mails that came by SMTP as far as their first byte, and commands that were refused, by the reply',
})
// Zero at start, so that alerts and panels see the first event as an increase.
for (const state of ['unknown', 'signed_in']) smtpSessions.add(0, { state })
for (const reply of ['250', '451', '452', '454', '535']) smtpMails.add(0, { reply })

export function smtpSessionChanged(state: 'unknown' | 'signed_in', sessions: 1 | -1): void {
  smtpSessions.add(sessions, { state })
}

/** `emailId`: null when there is none. Names no address, subject or inbox. */
export function smtpReplied(
  logger: Logger,
  mail: { accountId: number | null; emailId: string | null; bytes: number | null; ms: number },
  reply: number,
  error?: unknown,
): void {
  smtpMails.add(1, { reply: String(reply) })
  const isOurs = reply === 451 || reply === 454
  const why = error instanceof ApiError ? { why: error.publicText } : {}
  logger[isOurs ? 'warn' : 'info']({ ...mail, reply, ...why, ...(isOurs && { err: error }) }, 'mail by SMTP')
}

const storageRefusals = meter.createCounter('pas.storage.refusals', {
  description: "Requests refused because of object storage, by reason: 'full' or 'away'",
})
// Zero at start, so that alerts and panels see the first event as an increase.
for (const reason of ['full', 'away']) storageRefusals.add(0, { reason })

export function storageRefused(reason: 'full' | 'away'): void {
  storageRefusals.add(1, { reason })
}

const linksAsked = meter.createCounter('pas.links.asked', {
  description: 'Links of emails that were to be asked, by what became of them and by the reason',
})
// Zero at start, so that panels see the first event as an increase.
linksAsked.add(0, { outcome: 'answered', reason: 'none' })

/** Call it once per answer, not when a kept answer is used again. */
export function linkAsked(answer: LinkAnswer): void {
  const reason = answer.outcome === 'failed' ? answer.failure : 'none'
  linksAsked.add(1, { outcome: answer.outcome, reason })
}

/** A reason is logged once in this time: otherwise each link of each email has a line. */
const refusalLoggedMs = 60_000
const refusalsLoggedAt = new Map<string, number>()

/** `why` completes "the proxy …", and names no host. */
export function requestNotForwarded(logger: Logger, why: string): void {
  const now = performance.now()
  if (now < (refusalsLoggedAt.get(why) ?? -Infinity) + refusalLoggedMs) return
  refusalsLoggedAt.set(why, now)
  logger.warn({ why: `the proxy ${why}` }, 'a request through OUTBOUND_PROXY was not forwarded')
}

const checksEnded = meter.createCounter('pas.checks.ended', {
  description: 'Checks of emails that needed more than the email, and whole reports, by how they ended',
})
// Zero at start, so that alerts see the first event as an increase.
for (const check of ['links', 'spam', 'report']) checksEnded.add(0, { check, outcome: 'failed' })

export function checkEnded(
  logger: Logger,
  { id, emailId, name }: { id: string; emailId: string; name: string },
  outcome: 'done' | 'failed',
  error?: unknown,
): void {
  checksEnded.add(1, { check: name, outcome })
  if (outcome === 'failed')
    logger.warn({ err: error, checkId: id, emailId, check: name }, 'a check could not be done')
}

const webhookAttempts = meter.createCounter('pas.webhook.attempts', {
  description:
    'Attempts to deliver a message to an endpoint, by what became of the message and by the reason',
})
const webhooksDisabled = meter.createCounter('pas.webhooks.disabled', {
  description: 'Endpoints that were disabled because of how they answered',
})
const webhookDelivery = meter.createHistogram('pas.webhook.delivery_seconds', {
  unit: 's',
  description: 'Time from an event to the answer of the endpoint that took its first attempt',
  advice: { explicitBucketBoundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60] },
})
// Zero at start, so that alerts and panels see the first event as an increase.
webhookAttempts.add(0, { outcome: 'delivered', reason: 'none' })
for (const reason of ['gone', 'failing']) webhooksDisabled.add(0, { reason })

/** The endpoint's URL and answer are the partner's, and not logged. */
export function webhookAttempted(
  logger: Logger,
  delivery: { id: string; webhookId: string; attempt: number; createdAt: Date },
  { at, statusCode, error, durationMs }: WebhookAttempt,
  { outcome, disabled }: RecordedAttempt,
): void {
  const reason = outcome === 'delivered' ? 'none' : (error ?? 'status')
  webhookAttempts.add(1, { outcome, reason })
  if (disabled) webhooksDisabled.add(1, { reason: disabled })
  if (outcome === 'delivered' && delivery.attempt === 0)
    webhookDelivery.record((Date.parse(at) + durationMs - delivery.createdAt.getTime()) / 1000)
  const { id: deliveryId, webhookId } = delivery
  logger.info(
    { deliveryId, webhookId, outcome, statusCode, error, disabled, ms: durationMs },
    'webhook attempt',
  )
}
