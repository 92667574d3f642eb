/** The sides of a box, in CSS's order. */
export const sides = ['top', 'right', 'bottom', 'left'] as const
/** A side of a box. */
export type Side = (typeof sides)[number]

/** CSS pixels, or another CSS value of the email, such as a percentage. */
export type Length = number | string

/** A visible border: the space that it and its padding take. */
export interface Border {
  width: number
  /** The padding of this side, which is 0 without a border. */
  space: Length
}

/**
 * The kind of a block of HTML in Word. A paragraph has indents, and its borders are outside of them. A division (`div`,
 * `blockquote`) contains paragraphs: its borders are at its margin, and its shading is only behind their lines. A list
 * only indents its items.
 */
export type BlockKind = 'paragraph' | 'division' | 'list' | 'item'

/** The marker before an item's text. */
export interface Marker {
  text: string
  /** Whether it is a bullet, which has its own font and size. A number has those of its item. */
  isBullet: boolean
}

/** The format of one block. An undefined property is the browser's default. */
export interface BlockFormat {
  kind: BlockKind
  indent: { left?: Length; right?: Length }
  spacing: { before?: Length; after?: Length }
  borders: Partial<Record<Side, Border>>
  isShaded: boolean
  /** Only of items. Null if the list has no markers. */
  marker?: Marker | null
}

/** Word's automatic spacing before and after a block that sets none, in CSS pixels: 14 pt for every text size. */
export const automaticSpacing = 14 * (4 / 3)
/** Distance from the edge to the text of a list's items, in CSS pixels. */
export const listIndent = 48
/** Distance from an item's marker to its text, in CSS pixels. */
export const hanging = 24
