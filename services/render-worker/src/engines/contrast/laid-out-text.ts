import type { Colour } from '@pas/email-clients/engine/dark/colour'
import type { TextContrast } from '@pas/email-checks/evidence'

/** In whole device pixels. */
export interface PixelBox {
  left: number
  top: number
  width: number
  height: number
}

/** A line also ends with its element. */
export interface TextLine {
  text: string
  /** The element around the text. */
  element: number
  where: TextContrast['where']
  /** CSS pixels, as large as shown. */
  fontSize: number
  fontWeight: number
  box: PixelBox
  paint: TextPaint
}

export interface TextPaint {
  /** Null: transparent. */
  colour: Colour | null
  /** From the text's element to the outermost translucent one; empty if none is. */
  layers: readonly Layer[]
  /** By a filter, a blend mode, or a darkening engine. */
  isRecoloured: boolean
  /** `background-clip: text`. */
  isCutFromBackground: boolean
}

/** Its descendants are painted together, over its background. */
export interface Layer {
  background: Colour | null
  opacity: number
}
