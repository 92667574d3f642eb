import type { Declaration, DeclarationList, List, CssNode, StyleSheet } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Images } from '../email-client'
import type { ChangeLog } from './change-log'
import type { ChangedPart } from './changed-part'
import type { Change } from './emulated-document'
import type { Support } from './support'

export interface StyleBlock {
  element: Tree.Element
  css: string
  /** Null if too deep, or with too many errors, to be parsed. */
  sheet: StyleSheet | null
  parseError: string | null
}

/** Parsed once for all elements with an equal `style`. */
export interface StyleAttribute {
  owners: Tree.Element[]
  css: string
  list: DeclarationList | null
  parseError: string | null
}

export interface Message {
  document: Tree.Document
  head: Tree.Element
  body: Tree.Element
  /** In document order. Steps remove the blocks that they drop. */
  styleBlocks: StyleBlock[]
  styleAttributes: StyleAttribute[]
  images: Images
  styleSheet: (url: string) => string | null
  /** True if the picture was not frozen, or if the message has no such part. */
  isLost: (address: string) => boolean
  clipped: boolean
  /** Elements that a step removed with their content, as the client does not show them. */
  hidden: Set<Tree.Element>
  support: Support
  changes: ChangeLog
}

export interface Source {
  html: string
  clipped: boolean
  changes: ChangeLog
}

/** Changes `source.html` in place, before parsing. */
export type SourceStep = (source: Source) => void

/** Changes the message in place. Records each change in `message.changes`, and leaves it out if that answers false. */
export type Step = (message: Message) => void

/** One rule's declarations, or one `style` attribute's. */
export interface DeclarationPlace {
  items: List<CssNode>
  inline: boolean
  part: ChangedPart
  /** Arguments of `ChangeLog.record`. A `style` counts for each element that has it. */
  at: (declaration: Declaration) => [where: Change['where'], count: number, part: ChangedPart]
}
