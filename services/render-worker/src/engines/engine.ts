import type { MeasuredTexts } from '@pas/email-checks/measurements'
import type { Images } from '@pas/email-clients/email-client'
import type {
  BrowsedDocument,
  Frame,
  HtmlDocument,
  TextDocument,
} from '@pas/email-clients/engine/emulated-document'
import { CaptureError } from '../errors'
import type { JudgeContrast } from './contrast/laid-out-page'

export interface Picture {
  png: Buffer
  width: number
  height: number
  truncated: boolean
}

export interface RawMessage {
  kind: 'message'
  /** RFC 5322; its URLs are the asset origin's. */
  source: Buffer
  frame: Frame
  leastHeight?: number
  images: Images
}

/** Each engine draws one kind (`text` two) and rejects others with `unsupported_document`. */
export type EngineDocument = HtmlDocument | TextDocument | BrowsedDocument | RawMessage

export interface Engine {
  readonly name: string
  /** E.g. `HeadlessChrome/156.0.8078.79`. */
  readonly version: string
  /** False while new processes fail to start. */
  readonly isHealthy: boolean
  /**
   * Rejects with a `CaptureError`, of kind `capture_timeout` when `signal` aborts. The page may be reused for the same
   * `owner` (an account); without one it is not.
   */
  capture(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture>
  /** Rejects as `capture` and `judge` do. Some engines lack it, others reject with `unsupported_document`. */
  measureContrast?(
    document: EngineDocument,
    judge: JudgeContrast,
    signal: AbortSignal,
    owner?: string,
  ): Promise<MeasuredTexts>
  /** Resolves to the milliseconds for a small document, without the wait for a process. Rejects as `capture` does. */
  drawSample(signal: AbortSignal): Promise<number>
  /** A process's first document takes much longer than later ones. */
  readonly isSlowAtFirst: boolean
  close(): Promise<void>
}

export function assertHtml(engine: string, document: EngineDocument): asserts document is HtmlDocument {
  if (document.kind !== 'html') throw new CaptureError('unsupported_document', `${engine} draws HTML only`)
}

export function assertMessage(engine: string, document: EngineDocument): asserts document is RawMessage {
  if (document.kind !== 'message')
    throw new CaptureError('unsupported_document', `${engine} draws messages only`)
}
