import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { maxDevicePixels } from '../engine'
import { messageOrder, type MessageArea, type MessageOrder } from '../message-area'
import { maxPicturePixels } from '../picture-area'

/** What worker/prepare-page.js is told. */
export interface PageOrder {
  message: MessageOrder
  /** CSS pixels of the picture. */
  maxLength: number
  /** Square CSS pixels. */
  maxArea: number
  /** CSS pixels of the page: WebKit's own surface holds no more. */
  maxSurfaceLength: number
}

/** What it says when it has run. */
export interface MeasuredPage extends MessageArea {
  truncated: boolean
}

const maxSurfacePixels = 32_767

export function pageOrder(document: HtmlDocument): PageOrder {
  const { deviceScaleFactor } = document.frame
  return {
    message: messageOrder(document),
    maxLength: Math.floor(maxDevicePixels / deviceScaleFactor),
    maxArea: Math.floor(maxPicturePixels / deviceScaleFactor ** 2),
    maxSurfaceLength: Math.floor(maxSurfacePixels / deviceScaleFactor),
  }
}
