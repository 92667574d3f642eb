import type { HtmlDocument, TextDocument } from '@pas/email-clients/emulate/emulated-document'

/** A finished picture. */
export interface Picture {
  png: Buffer
  /** Device pixels. */
  width: number
  height: number
  /** The message was higher or wider than `maxDevicePixels` and the picture ends there. */
  truncated: boolean
}

/** Contract §4: a picture has at most this many device pixels either way. */
export const maxDevicePixels = 16_384

/** Something that draws a message. One at a time or several: `capture` may be called concurrently. */
export interface Engine {
  readonly name: string
  /** What really runs, e.g. `HeadlessChrome/156.0.8078.79`. */
  readonly version: string
  /** Draws one document; rejects with `CaptureError`, also when `signal` aborts (kind `capture_timeout`). */
  capture(document: HtmlDocument | TextDocument, signal: AbortSignal): Promise<Picture>
  close(): Promise<void>
}
