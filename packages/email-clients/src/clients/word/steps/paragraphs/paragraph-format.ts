/** The sides of a box, in CSS's order. */
export const sides = ['top', 'right', 'bottom', 'left'] as const
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
 * What a block of HTML is to Word. A paragraph has indents, from which its borders go outwards. A division (`div`,
 * `blockquote`) holds paragraphs: its borders stand at its margin, and its shading is behind their lines alone. A list
 * only indents its items.
 */
export type BlockKind = 'paragraph' | 'division' | 'list' | 'item'

/** The marker before an item's text. */
export interface Marker {
  text: string
  /** The bullet's own font and size, which do not depend on its item. */
  isBullet: boolean
}

/** The format of one block. An undefined property is the browser's default. */
export interface BlockFormat {
  kind: BlockKind
  indent: { left?: Length; right?: Length }
  spacing: { before?: Length; after?: Length }
  borders: Partial<Record<Side, Border>>
  isShaded: boolean
  /** An item's; null where its list has none. */
  marker?: Marker | null
}

/** Word's automatic spacing before and after a block that sets none: 14 pt for every text size. */
export const automaticSpacing = 14 * (4 / 3)
/** Distance from the edge to the text of a list's items. */
export const listIndent = 48
/** Distance from an item's marker to its text. */
export const hanging = 24
