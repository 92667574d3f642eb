import type { ContrastAudit } from '@pas/email-checks/evidence'
import type { Area } from '../picture-area'
import type { PicturePixels } from './picture-pixels'

/** A laid out document whose contrast is to be measured. Plain data, as it is handed to a thread. */
export interface LaidOutPage {
  /** The encoded answer to `DOMSnapshot.captureSnapshot`, in a buffer of its own, which the thread gets. */
  snapshot: Uint8Array<ArrayBuffer>
  /** See `MessageArea`. */
  area: Area
  scale: number
  /** As in the page's `Frame`. */
  deviceScaleFactor: number
  isDarkenedByEngine: boolean
}

/** A picture of a part of the page. `textColour`: first all its texts get this colour, and keep it. */
export interface PictureOrder {
  /** CSS pixels. */
  area: Area
  /** Device pixels of the picture per CSS pixel. */
  density: number
  textColour: string | null
}

export type TakePixels = (order: PictureOrder) => Promise<PicturePixels>

/** Measures the contrast of a page while it can be drawn. Rejects with a `CaptureError`, and as `take` does. */
export type JudgeContrast = (page: LaidOutPage, take: TakePixels) => Promise<ContrastAudit>
