import type { EngineDocument } from '../engine'
import type { EngineProcess } from './engine-process'
import type { EngineLimits } from './engine-run'
import { orAborted } from './or-aborted'
import { startTimeoutMs } from './start-program'

/** What differs from engine to engine: its kinds of process, how one is started, and when it is replaced. */
export interface SupervisedEngineOptions {
  name: string
  /**
   * The kind of process that can draw this document, by what is fixed at the process's start (e.g. the colour scheme).
   * Throws a `CaptureError` for a document that the engine cannot draw.
   */
  kindOf: (document: EngineDocument) => string
  /** The small document that `drawSample` draws in a process of this kind. */
  sampleOf: (kind: string) => EngineDocument
  /** See `Engine.isSlowAtFirst`: a spare then draws its sample before it is ready. Default: false. */
  isSlowAtFirst?: boolean
  /** Starts a process of this kind; rejects with an `EngineStartError`. */
  start: (kind: string) => Promise<EngineProcess>
  /** Maximum number of concurrent captures of one process. */
  capacity: number
  limits: EngineLimits
  /** Called for each failed start, except those of `SupervisedEngine.start`, which rejects instead. */
  onStartFailed: (error: unknown) => void
}

/** Starts a process that has drawn its sample, when the first document takes long. */
export async function startWarm(options: SupervisedEngineOptions, kind: string): Promise<EngineProcess> {
  const process = await options.start(kind)
  if (!options.isSlowAtFirst) return process
  const timeout = AbortSignal.timeout(startTimeoutMs)
  try {
    await orAborted(process.draw(options.sampleOf(kind), timeout), timeout)
  } catch (error) {
    // After any other failure the process may still draw; its captures find out.
    if (!timeout.aborted) return process
    await process.kill()
    throw error
  }
  return process
}
