import type { HtmlDocument } from '@pas/email-clients/emulate/emulated-document'
import { maxDevicePixels } from '../engine'
import { maxPicturePixels } from '../picture-area'

/** What worker/prepare-page.js is told. */
export interface PageOrder {
  selector: string | null
  zoomsOut: boolean
  /** CSS pixels. */
  maxLength: number
  /** Square CSS pixels. */
  maxArea: number
}

/** What it says when it has run: which part of the page is the picture, in whole CSS pixels. */
export interface MeasuredPage {
  area: { x: number; y: number; width: number; height: number }
  truncated: boolean
}

export function pageOrder({ frame, captureSelector, zoomsOut = false }: HtmlDocument): PageOrder {
  return {
    selector: captureSelector,
    zoomsOut,
    maxLength: Math.floor(maxDevicePixels / frame.deviceScaleFactor),
    maxArea: Math.floor(maxPicturePixels / frame.deviceScaleFactor ** 2),
  }
}
