import type { ContrastAudit } from '@pas/email-checks/evidence'
import type { JudgeContrast } from '../contrast/laid-out-page'
import type { EngineDocument, Picture } from '../engine'

/** The program failed during a capture, refused it or ended. The capture is retried once in another process. */
export class EngineProcessError extends Error {
  override name = 'EngineProcessError'
}

/** A running program that draws, with all its child processes, in a process group of its own. */
export interface EngineProcess {
  /** Also the id of its process group. */
  readonly pid: number
  /** Product and version, e.g. `HeadlessChrome/156.0.8078.79`. */
  readonly version: string
  readonly isConnected: boolean
  /** Resolves when the group's first process has ended, for whatever reason. */
  readonly exited: Promise<void>
  /** Resolves when the program answers. A busy program answers too, a hung one does not. */
  ping(): Promise<void>
  /**
   * Draws one document. Rejects with an `EngineProcessError` when the program fails, and with a `CaptureError` when the
   * document is at fault. Once `signal` aborts the caller no longer waits, so costly work may stop. `owner`: see
   * `Engine.capture`.
   */
  draw(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture>
  /** See `Engine.measureContrast`. Rejects as `draw` does. */
  measureContrast?(document: EngineDocument, judge: JudgeContrast, owner?: string): Promise<ContrastAudit>
  /** Resident memory of the whole process group. */
  residentBytes(): Promise<number>
  /** Says that no further document will come, so that nothing more is made ahead of need. */
  retire(): void
  /** Kills the process group; resolves when it has ended and its files are removed. */
  kill(): Promise<void>
}
