import type { CaptureFailure } from '@pas/captures/capture-state'
import { inSpan } from '@pas/runtime/in-span'
import type { Engine } from './engines/engine'
import { CaptureError } from './errors'

/** Emails can cause these as well as a busy machine. */
const ambiguous: ReadonlySet<CaptureFailure> = new Set(['capture_timeout', 'engine_crashed', 'engine_failed'])

/** Idle, with two cores, the slowest engines draw their sample in half a second. */
const sampleTimeoutMs = 2_000

/**
 * A busy machine fails like an email that cannot be drawn: if a sample is late or fails too, resolves to `engine_busy`,
 * given the time for one.
 */
export async function findCause(
  engine: Pick<Engine, 'drawSample'>,
  error: CaptureError,
  timeLeftMs: number,
): Promise<CaptureError> {
  if (!ambiguous.has(error.kind) || timeLeftMs < sampleTimeoutMs) return error
  return inSpan('draw sample', {}, async () => {
    const tookMs = await engine.drawSample(AbortSignal.timeout(timeLeftMs)).catch(() => Infinity)
    if (tookMs <= sampleTimeoutMs) return error
    return new CaptureError('engine_busy', `${error.message}; a small document of ours was late, too`, {
      cause: error,
    })
  })
}
