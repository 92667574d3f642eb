import type { Images } from '@pas/email-clients/email-client'
import type {
  BrowsedDocument,
  Frame,
  HtmlDocument,
  TextDocument,
} from '@pas/email-clients/engine/emulated-document'
import type { ContrastAudit } from '@pas/email-checks/evidence'
import type { JudgeContrast } from './contrast/laid-out-page'

export interface Picture {
  png: Buffer
  /** Device pixels. */
  width: number
  height: number
  /** The message was larger than a picture may be (`maxDevicePixels`, `maxPicturePixels`) and is cut off. */
  truncated: boolean
}

/** A whole message, for an engine that runs a real email client. */
export interface RawMessage {
  kind: 'message'
  /** The message in RFC 5322 form; its URLs of frozen assets are replaced by those of the asset origin. */
  source: Buffer
  /** The email client's window. */
  frame: Frame
  leastHeight?: number
  /** Whether the email client is told to load remote images. */
  images: Images
}

/** What engines draw. Each engine accepts one kind (`text` two) and rejects the others with `unsupported_document`. */
export type EngineDocument = HtmlDocument | TextDocument | BrowsedDocument | RawMessage

/** Draws documents. `capture` may be called concurrently, whether or not the engine draws several at a time. */
export interface Engine {
  readonly name: string
  /** Product and version of the program, e.g. `HeadlessChrome/156.0.8078.79`. */
  readonly version: string
  /** False while it cannot draw, because new processes of its program fail to start. */
  readonly isHealthy: boolean
  /**
   * Draws one document. Rejects with a `CaptureError`; when `signal` aborts, of kind `capture_timeout`. A page that
   * drew the document may be reused for others of the same `owner` (an account), never for another owner's; without an
   * owner it is not reused.
   */
  capture(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture>
  /**
   * Lays an HTML document out and has `judge` measure the contrast of every text, as it is drawn. Rejects as `capture`
   * and `judge` do. An engine that cannot lacks the method, or rejects with `unsupported_document`.
   */
  measureContrast?(
    document: EngineDocument,
    judge: JudgeContrast,
    signal: AbortSignal,
    owner?: string,
  ): Promise<ContrastAudit>
  /**
   * Draws a small document of ours, and resolves to how many milliseconds the program took for it, without the wait for
   * a process. Rejects as `capture` does.
   */
  drawSample(signal: AbortSignal): Promise<number>
  /** Whether the first document that a process draws takes much longer than the later ones. */
  readonly isSlowAtFirst: boolean
  close(): Promise<void>
}
