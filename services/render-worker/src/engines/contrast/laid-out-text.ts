import type { Colour } from '@pas/email-clients/engine/dark/colour'
import type { TextContrast } from '@pas/email-checks/evidence'

/** A part of a picture, in whole device pixels. */
export interface PixelBox {
  left: number
  top: number
  width: number
  height: number
}

/** One line of a text as an engine has laid it out; a line ends where the text's element does, too. */
export interface TextLine {
  text: string
  /** Identifies the element around the text. */
  element: number
  where: TextContrast['where']
  /** CSS pixels, as large as the client shows them. */
  fontSize: number
  fontWeight: number
  box: PixelBox
  paint: TextPaint
}

/** How the styles of a text and of the elements around it say that it is painted. */
export interface TextPaint {
  /** Null: transparent. */
  colour: Colour | null
  /** From the text's element outwards to the outermost one that is translucent; empty if none is. */
  layers: readonly Layer[]
  /** Whether something else changes its colours: a filter, a blend mode, or an engine that darkens. */
  isRecoloured: boolean
  /** Whether a background may be painted in the shape of the text (`background-clip: text`). */
  isCutFromBackground: boolean
}

/** An element whose descendants are painted together, over its background. */
export interface Layer {
  background: Colour | null
  opacity: number
}
