import type { Images } from '@pas/email-clients/email-client'
import type {
  BrowsedDocument,
  Frame,
  HtmlDocument,
  TextDocument,
} from '@pas/email-clients/engine/emulated-document'

/** A finished picture. */
export interface Picture {
  png: Buffer
  /** Device pixels. */
  width: number
  height: number
  /** The message was higher or wider than `maxDevicePixels` and the picture ends there. */
  truncated: boolean
}

/** docs/contract.md §4: a picture has at most this many device pixels either way. */
export const maxDevicePixels = 16_384

/** A message for an email client that really runs. */
export interface RawMessage {
  kind: 'message'
  /** RFC 5322, as it would arrive; what it takes from the web has the asset origin's address. */
  source: Buffer
  /** The window of the client. */
  frame: Frame
  /** As `HtmlDocument`'s. */
  leastHeight?: number
  /** How the client's own switch for remote images stands. */
  images: Images
}

/** What engines draw; each draws one kind of it. */
export type EngineDocument = HtmlDocument | TextDocument | BrowsedDocument | RawMessage

/** Something that draws a message. One at a time or several: `capture` may be called concurrently. */
export interface Engine {
  readonly name: string
  /** What really runs, e.g. `HeadlessChrome/156.0.8078.79`. */
  readonly version: string
  /** False while it cannot draw, because its program does not start any more. */
  readonly isHealthy: boolean
  /**
   * Draws one document; rejects with `CaptureError`, also when `signal` aborts (kind `capture_timeout`). What drew it may draw others of the
   * same owner, and never one of another; without an owner it draws no other.
   */
  capture(document: EngineDocument, signal: AbortSignal, owner?: string): Promise<Picture>
  close(): Promise<void>
}
