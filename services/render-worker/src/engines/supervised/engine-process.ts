import type { MeasuredTexts } from '@pas/email-checks/measurements'
import type { JudgeContrast } from '../contrast/laid-out-page'
import type { EngineDocument, Picture } from '../engine'

/** The program failed, refused or ended. The capture is retried once in another process. */
export class EngineProcessError extends Error {
  override name = 'EngineProcessError'
}

/** Has all its child processes in a process group of its own. */
export interface EngineProcess {
  /** The process group has the same id. */
  readonly pid: number
  readonly version: string
  readonly isConnected: boolean
  /** Resolves when the group's first process has ended. */
  readonly exited: Promise<void>
  /** A busy program answers too, a hung one does not. */
  ping(): Promise<void>
  /**
   * Rejects with an `EngineProcessError` when the program fails, with a `CaptureError` when the document is at fault.
   * Costly work may stop once `signal` aborts.
   */
  draw(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture>
  /** Whether the owner's next such document finds a page here that it used before. */
  hasPageOf?(document: EngineDocument, owner: string): boolean
  measureContrast?(document: EngineDocument, judge: JudgeContrast, owner?: string): Promise<MeasuredTexts>
  residentBytes(): Promise<number>
  /** No further document will come, so nothing is prepared for one. */
  retire(): void
  /** Resolves when the process group has ended and its files are removed. */
  kill(): Promise<void>
}
