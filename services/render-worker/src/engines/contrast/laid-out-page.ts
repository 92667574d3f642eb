import type { MeasuredTexts } from '@pas/email-checks/measurements'
import type { Area } from '../picture-area'

/** Plain data: it is handed to a thread. */
export interface LaidOutPage {
  /** The encoded answer to `DOMSnapshot.captureSnapshot`; the buffer moves to the thread. */
  snapshot: Uint8Array<ArrayBuffer>
  area: Area
  scale: number
  deviceScaleFactor: number
  isDarkenedByEngine: boolean
}

export interface PictureOrder {
  area: Area
  /** Device pixels per CSS pixel. */
  density: number
  /** All texts get this colour before the picture is taken, and keep it. Null leaves their colours. */
  textColour: string | null
}

/** Resolves to a PNG. */
export type TakePicture = (order: PictureOrder) => Promise<Uint8Array>

export type JudgeContrast = (page: LaidOutPage, take: TakePicture) => Promise<MeasuredTexts>
