import { metrics } from '@opentelemetry/api'
import type { Logger } from '@pas/runtime/logger'
import type { CaptureOutcome } from './capture-preview'

const meter = metrics.getMeter('pas.render-worker')
const captureDuration = meter.createHistogram('pas.capture.duration', { unit: 'ms' })
const queueWait = meter.createHistogram('pas.capture.queue_wait', { unit: 'ms' })
const enginesNotStarted = meter.createCounter('pas.engine.start_failures')
const assetsRefused = meter.createCounter('pas.asset_origin.refused')

/** One attempt at a capture ended. */
export function captureEnded(
  logger: Logger,
  attempt: { previewId: string; engine: string; waitMs: number; captureMs: number },
  result: CaptureOutcome,
): void {
  const { engine, waitMs, captureMs } = attempt
  const kind = result.outcome === 'failed' ? result.error.kind : undefined
  captureDuration.record(captureMs, { engine, outcome: result.outcome, ...(kind && { kind }) })
  queueWait.record(waitMs, { engine })
  const fields = { ...attempt, outcome: result.outcome }
  if (result.outcome === 'failed') {
    logger.warn({ ...fields, kind, isFinal: result.isFinal, err: result.error }, 'capture failed')
  } else logger.info(fields, 'capture ended')
}

/** The row of a preview could not be reached; its job waits. */
export function captureDelayed(logger: Logger, previewId: string, delayMs: number, error: Error): void {
  logger.warn({ previewId, delayMs, err: error }, 'capture delayed')
}

/** A process that was to follow did not start; the engine goes on trying. */
export function engineNotStarted(logger: Logger, error: unknown): void {
  enginesNotStarted.add(1)
  logger.error({ err: error }, 'an engine did not start')
}

/** An engine asked the asset origin for something that is no asset; the address is email content and is not said. */
export function assetRefused(logger: Logger): void {
  assetsRefused.add(1)
  logger.warn('the asset origin refused a request')
}
