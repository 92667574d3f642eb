/** The sides of a box, in CSS's order. */
export const sides = ['top', 'right', 'bottom', 'left'] as const
export type Side = (typeof sides)[number]

/** CSS pixels; or what else the email says there, as CSS has it: a percentage. */
export type Length = number | string

/** A border that is seen: what of it and of the padding behind it takes room. */
export interface Border {
  width: number
  /** The padding of this side. Without a border there is none. */
  space: Length
}

/**
 * What a block of HTML is to Word. A paragraph has indents, from which its borders go outwards. A division (`div`,
 * `blockquote`) holds paragraphs: its borders stand at its margin, and its shading is behind their lines alone. A list
 * only indents its items.
 */
export type BlockKind = 'paragraph' | 'division' | 'list' | 'item'

/** What stands before an item's text. */
export interface Marker {
  text: string
  /** A bullet is of a font and size of its own, whatever its item's are. */
  isBullet: boolean
}

/** The format of one block. What is undefined is as the browser has it. */
export interface BlockFormat {
  kind: BlockKind
  indent: { left?: Length; right?: Length }
  spacing: { before?: Length; after?: Length }
  borders: Partial<Record<Side, Border>>
  isShaded: boolean
  /** An item's; null where its list has none. */
  marker?: Marker | null
}

/** Space before and after what does not say, in any size of text: 14 pt, which Word calls automatic. */
export const automaticSpacing = 14 * (4 / 3)
/** From the edge to the text of a list's items. */
export const listIndent = 48
/** From an item's marker to its text. */
export const hanging = 24
