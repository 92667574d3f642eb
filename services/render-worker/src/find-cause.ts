import type { CaptureFailure } from '@pas/captures/capture-state'
import { inSpan } from '@pas/runtime/in-span'
import type { Engine } from './engines/engine'
import { CaptureError } from './errors'

/** Emails can cause these failures, and so can a busy machine. */
const ambiguousFailures: ReadonlySet<CaptureFailure> = new Set([
  'capture_timeout',
  'engine_crashed',
  'engine_failed',
])

/** Idle, with two cores, the slowest engines draw their sample in half a second. */
const sampleTimeoutMs = 2_000

/**
 * A busy machine fails like an email that cannot be drawn. If there is time for a sample, and it is late or fails, too,
 * resolves to `engine_busy`.
 */
export async function findCause(
  engine: Pick<Engine, 'drawSample'>,
  error: CaptureError,
  timeLeftMs: number,
): Promise<CaptureError> {
  if (!ambiguousFailures.has(error.kind) || timeLeftMs < sampleTimeoutMs) return error
  return inSpan('draw sample', {}, async () => {
    const tookMs = await engine.drawSample(AbortSignal.timeout(timeLeftMs)).catch(() => Infinity)
    if (tookMs <= sampleTimeoutMs) return error
    return new CaptureError('engine_busy', `${error.message}; a small document of ours was late, too`, {
      cause: error,
    })
  })
}
