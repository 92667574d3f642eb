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
  /** The page begins here: negative beyond the window's left, as from right to left. */
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
 * Gives a `MessageArea`, or null when the selector finds nothing. A document's elements can shadow properties (`<img
 * name=body>` becomes `document.body`), so they are taken from prototypes.
 */
export const measureMessageSource = `${readProgram('narrow-message')}\n${readProgram('measure-message')}`

/** For a page whose animations stand at their start: moves each finite one to its end. */
export const endFiniteAnimationsSource = readProgram('end-finite-animations')
