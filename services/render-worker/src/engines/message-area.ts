import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import type { Area } from './picture-area'
import { readProgram } from './read-program'

export interface MessageOrder {
  /** Null captures the whole page. */
  selector: string | null
  frameWidth: number
  /** The client shows the window smaller by this factor; 1: not at all. */
  zoom: number
  tooWide: HtmlDocument['tooWide'] | null
  maxStretch: number | null
  leastHeight: number | null
}

export interface MessageArea {
  /** Whole CSS pixels from the window's top left corner. */
  area: Area
  /** Where the page begins: negative beyond the window's left, as in a right-to-left document. */
  left: number
  /** The client shows the area smaller by this factor. */
  scale: number
}

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
 * `measureMessage` returns a `MessageArea`, or null when the selector finds nothing. A document's elements can shadow
 * properties (`<img name=body>` becomes `document.body`), so they are taken from prototypes.
 */
export const measureMessageSource = `${readProgram('narrow-message')}\n${readProgram('measure-message')}`

/** Moves finite animations to their end, in a page whose animations stand at their start. */
export const endFiniteAnimationsSource = readProgram('end-finite-animations')
