import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { messageOrder, type MessageArea, type MessageOrder } from '../message-area'
import { maxDevicePixels, maxPicturePixels } from '../picture-area'

/** worker/prepare-page.js reads it as `order`. Lengths are in CSS pixels. */
export interface PageOrder {
  message: MessageOrder
  /** Limits the picture before it is scaled. */
  maxLength: number
  maxArea: number
  /** WebKit's surface limits the page. */
  maxSurfaceLength: number
}

export interface MeasuredPage extends Omit<MessageArea, 'left'> {
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
