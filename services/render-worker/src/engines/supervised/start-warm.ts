import type { EngineDocument } from '../engine'
import type { EngineProcess } from './engine-process'
import type { EngineLimits } from './engine-run'
import { orAborted } from './or-aborted'
import { startTimeoutMs } from './start-program'

export interface SupervisedEngineOptions {
  name: string
  /**
   * What a process's start fixes, such as the colour scheme. Throws a `CaptureError` for a document that the engine
   * cannot draw.
   */
  kindOf: (document: EngineDocument) => string
  sampleOf: (kind: string) => EngineDocument
  /** A spare then draws its sample before it is ready. Default: false. */
  isSlowAtFirst?: boolean
  start: (kind: string) => Promise<EngineProcess>
  capacity: number
  /** Processes beyond the first end after this time without a capture. Default: as those of other kinds. */
  extraIdleMs?: number
  limits: EngineLimits
  onStartFailed: (error: unknown) => void
}

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
