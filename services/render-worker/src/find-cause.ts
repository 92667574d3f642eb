import type { CaptureFailure } from '@pas/captures/capture-state'
import { inSpan } from '@pas/runtime/in-span'
import type { Engine } from './engines/engine'
import { CaptureError } from './errors'

/** Failures that a busy machine can cause as well as an email. */
const ambiguous: ReadonlySet<CaptureFailure> = new Set(['capture_timeout', 'engine_crashed', 'engine_failed'])

/**
 * Longest time in which an engine draws its sample on a machine that is not too busy. Idle, with two cores, the slowest
 * engines take half a second.
 */
const sampleTimeoutMs = 2_000

/**
 * Tells an email that an engine cannot draw from a machine that is too busy to draw it: has the engine draw its sample.
 * Resolves to `engine_busy` when the sample is late or fails too, otherwise to the error itself. With less time than the
 * sample may take nothing is known, and the error stands.
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
