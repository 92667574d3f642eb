import type { EngineDocument, Picture } from '../engine'

/** The program failed under a capture, refused it or went away: worth another try with a fresh one. */
export class EngineProcessError extends Error {
  override name = 'EngineProcessError'
}

/** One running program that draws, with everything it started, in a process group of its own. */
export interface EngineProcess {
  /** Also the id of its process group. */
  readonly pid: number
  /** What really runs, e.g. `HeadlessChrome/156.0.8078.79`. */
  readonly version: string
  /** Whether it can still be talked to. */
  readonly isConnected: boolean
  /** Resolves when its first process has ended, for whatever reason. */
  readonly exited: Promise<void>
  /** Resolves when it answers, however much it has to do. */
  ping(): Promise<void>
  /**
   * Draws one document. Rejects with an `EngineProcessError` when the program fails, and with a `CaptureError` when it is the
   * document's fault. `signal` is for what costs something to go on with; nobody waits for the picture once it is aborted.
   * `owner`: as `Engine.capture`'s.
   */
  draw(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture>
  /** Resident memory of the whole group. */
  residentBytes(): Promise<number>
  /** No further document will come: nothing is made ahead of need any more. */
  retire(): void
  /** Ends the whole group at once; resolves when it is gone, with the files it kept. */
  kill(): Promise<void>
}
