import type { Colour } from '@pas/email-clients/engine/dark/colour'
import type { TextContrast } from '@pas/email-checks/measurements'

/** Whole device pixels. */
export interface PixelBox {
  left: number
  top: number
  width: number
  height: number
}

export interface TextLine {
  text: string
  element: number
  where: TextContrast['where']
  /** CSS pixels, as large as shown. */
  fontSize: number
  fontWeight: number
  box: PixelBox
  paint: TextPaint
}

export interface TextPaint {
  /** Null is transparent. */
  colour: Colour | null
  /** Ordered from the text's element to the outermost translucent one; empty if none is. */
  layers: readonly Layer[]
  /** A filter, a blend mode or a darkening engine changes its colours. */
  isRecoloured: boolean
  /** True for `background-clip: text`. */
  isCutFromBackground: boolean
}

/** A translucent element: its descendants are painted together, over its background. */
export interface Layer {
  background: Colour | null
  opacity: number
}
