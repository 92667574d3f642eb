/** CSS pixels from the pane's top left corner; `right` and `bottom` are the first outside of it. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Measured by its ink. */
export interface TextLine extends Box {
  /** The row below the last one that most letters reach. */
  baseline: number
  /** In pixels from `left`; the first is 0. */
  wordStarts: number[]
  /** The x at which the list marker begins. */
  marker?: number
}

/** Between row `y - 1` and row `y`, as of a border, a background or a rule. */
export interface HorizontalEdge {
  y: number
  left: number
  right: number
}

/** Between column `x - 1` and column `x`. */
export interface VerticalEdge {
  x: number
  top: number
  bottom: number
}

/** Where everything stands, without colours and shapes of letters. */
export interface Geometry {
  width: number
  height: number
  /** From top to bottom. */
  lines: TextLine[]
  /** Ink too high for a line of text. */
  pictures: Box[]
  horizontalEdges: HorizontalEdge[]
  verticalEdges: VerticalEdge[]
}

export const widthOf = ({ left, right }: Pick<Box, 'left' | 'right'>): number => right - left
export const heightOf = ({ top, bottom }: Pick<Box, 'top' | 'bottom'>): number => bottom - top

/** Negative: the gap between them. */
export const overlapSideways = (
  one: Pick<Box, 'left' | 'right'>,
  other: Pick<Box, 'left' | 'right'>,
): number => Math.min(one.right, other.right) - Math.max(one.left, other.left)

/** Negative: the gap between them. */
export const overlapUpright = (
  one: Pick<Box, 'top' | 'bottom'>,
  other: Pick<Box, 'top' | 'bottom'>,
): number => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)

export const joined = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
})
