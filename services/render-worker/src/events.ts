import { metrics } from '@opentelemetry/api'
import type { Logger } from '@pas/runtime/logger'
import type { CheckOutcome } from './run-audit'
import type { CaptureOutcome } from './capture-preview'
import type { Engine } from './engines/engine'

const meter = metrics.getMeter('pas.render-worker')
const captureDuration = meter.createHistogram('pas.capture.duration_seconds', {
  unit: 's',
  description: 'One attempt at a capture, from taking its job to its end',
  advice: { explicitBucketBoundaries: [0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 6, 12, 20, 30] },
})
const auditDuration = meter.createHistogram('pas.audit.duration_seconds', {
  unit: 's',
  description: 'One audit, or its last part, in an email client, from taking its job to its end',
  advice: { explicitBucketBoundaries: [0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 6, 12, 20, 30] },
})
const checksEnded = meter.createCounter('pas.checks.ended', {
  description: 'Checks of emails that needed more than the email, by how they ended',
})
const queueWait = meter.createHistogram('pas.capture.queue_wait_seconds', {
  unit: 's',
  description: 'From asking for a capture to taking its job',
  advice: { explicitBucketBoundaries: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 120, 600] },
})
const engineHealthy = meter.createObservableGauge('pas.engine.healthy', {
  description: '1 while an engine can draw, 0 while its program does not start any more',
})
const enginesNotStarted = meter.createCounter('pas.engine.start_failures', {
  description: 'Starts of a process of an engine that failed',
})
const assetsRefused = meter.createCounter('pas.asset_origin.refused', {
  description: 'Requests of engines for what is no asset of the email they draw',
})
// A counter that was never added to is missing from the metrics.
for (const counter of [enginesNotStarted, assetsRefused]) counter.add(0)
for (const check of ['contrast', 'effects']) checksEnded.add(0, { check, outcome: 'failed' })

export function observeEngines(engines: readonly Pick<Engine, 'name' | 'isHealthy'>[]): void {
  engineHealthy.addCallback((result) => {
    for (const { name, isHealthy } of engines) result.observe(isHealthy ? 1 : 0, { engine: name })
  })
}

export function captureEnded(
  logger: Logger,
  attempt: {
    previewId: string
    emailId?: string
    accountId?: number
    engine: string
    waitMs: number
    captureMs: number
  },
  result: CaptureOutcome,
): void {
  const { engine, waitMs, captureMs } = attempt
  const kind = result.outcome === 'failed' ? result.error.kind : undefined
  captureDuration.record(captureMs / 1000, { engine, outcome: result.outcome, ...(kind && { kind }) })
  queueWait.record(waitMs / 1000, { engine })
  const fields = { ...attempt, outcome: result.outcome }
  if (result.outcome === 'failed') {
    logger.warn({ ...fields, kind, isFinal: result.isFinal, err: result.error }, 'capture failed')
  } else logger.info(fields, 'capture ended')
}

export function auditEnded(
  logger: Logger,
  check: { checkId: string; engine: string; auditMs: number },
  { outcome, name, kind, error, emailId, accountId }: CheckOutcome,
): void {
  const attributes = { engine: check.engine, outcome, ...(name && { check: name }), ...(kind && { kind }) }
  auditDuration.record(check.auditMs / 1000, attributes)
  if (name && (outcome === 'done' || outcome === 'failed')) checksEnded.add(1, { check: name, outcome })
  const fields = { ...check, emailId, accountId, check: name, outcome, kind }
  if (outcome === 'failed') logger.warn({ ...fields, err: error }, 'audit failed')
  else logger.info(fields, 'audit ended')
}

export function jobDelayed(
  logger: Logger,
  row: { previewId: string } | { checkId: string },
  delayMs: number,
  error: Error,
): void {
  logger.warn({ ...row, delayMs, err: error }, 'previewId' in row ? 'capture delayed' : 'audit delayed')
}

/** The engine retries by itself. */
export function engineNotStarted(logger: Logger, error: unknown): void {
  enginesNotStarted.add(1)
  logger.error({ err: error }, 'an engine did not start')
}

/** The URL is not logged: it is email content. */
export function assetRefused(logger: Logger): void {
  assetsRefused.add(1)
  logger.warn('the asset origin refused a request')
}
