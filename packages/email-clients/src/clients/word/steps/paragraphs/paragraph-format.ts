export const sides = ['top', 'right', 'bottom', 'left'] as const
export type Side = (typeof sides)[number]

/** CSS pixels, or another CSS value of the email, such as a percentage. */
export type Length = number | string

export interface Border {
  width: number
  /** The padding, which Word draws only with a border. */
  space: Length
}

/**
 * A paragraph's borders are outside of its indents. A division (`div`, `blockquote`) has them at its margin, and
 * shading only behind lines. A list only indents its items.
 */
export type BlockKind = 'paragraph' | 'division' | 'list' | 'item'

export interface Marker {
  text: string
  /** A bullet has its own font and size, a number those of its item. */
  isBullet: boolean
}

/** An undefined property is the browser's default. */
export interface BlockFormat {
  kind: BlockKind
  indent: { left?: Length; right?: Length }
  spacing: { before?: Length; after?: Length }
  borders: Partial<Record<Side, Border>>
  isShaded: boolean
  /** Only items have one. Null if the list has no markers. */
  marker?: Marker | null
}

/** In CSS pixels before and after a block that sets none: 14 pt for every text size. */
export const automaticSpacing = 14 * (4 / 3)
/** CSS pixels from the edge to an item's text. */
export const listIndent = 48
/** CSS pixels from an item's marker to its text. */
export const hanging = 24
