import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import type { Area } from './picture-area'
import { readProgram } from './read-program'

/** The arguments of `measureMessage` for one document. */
export interface MessageOrder {
  /** The element to capture; null: the whole page. */
  selector: string | null
  /** Width of the window in CSS pixels. */
  frameWidth: number
  /** Factor by which the client shows the window smaller, e.g. 0.5; 1: not at all. */
  zoom: number
  tooWide: HtmlDocument['tooWide'] | null
  maxStretch: number | null
  leastHeight: number | null
}

export interface MessageArea {
  /** The part of the page to capture, in whole CSS pixels from the window's top left corner. */
  area: Area
  /** Where the page begins, in CSS pixels; negative if it goes beyond the window's left, as from right to left. */
  left: number
  /** Factor by which the client shows that part smaller; the picture is scaled by it. */
  scale: number
}

/** The arguments of `measureMessage` for an HTML document. */
export function messageOrder({
  frame,
  captureSelector,
  tooWide,
  maxStretch,
  leastHeight,
}: HtmlDocument): MessageOrder {
  return {
    selector: captureSelector,
    frameWidth: frame.width,
    zoom: frame.zoom ?? 1,
    tooWide: tooWide ?? null,
    maxStretch: maxStretch ?? null,
    leastHeight: leastHeight ?? null,
  }
}

/**
 * JavaScript that runs in each engine's page: `measureMessage(window, order)` returns a `MessageArea`, or null when the
 * selector finds nothing. It first stops moving progress bars, and lays out a message that is too wide in the width it
 * needs. Properties and methods are taken from the prototypes that define them, because a document's elements can
 * shadow them (`<img name=body>` becomes `document.body`).
 */
export const measureMessageSource = `${readProgram('narrow-message')}\n${readProgram('measure-message')}`
