import type { Declaration, DeclarationList, List, CssNode, StyleSheet } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Images } from '../email-client'
import type { ChangeLog } from './change-log'
import type { Change } from './emulated-document'
import type { Support } from './support'

/** One `<style>` element, parsed once. */
export interface StyleBlock {
  element: Tree.Element
  /** The text as sent. */
  css: string
  /** Null if it is nested too deep, or has too many errors, to be parsed. */
  sheet: StyleSheet | null
  /** The first error of tolerant parsing. Null if the CSS has none. */
  parseError: string | null
}

/** A `style` attribute, parsed once for all elements that have an equal one. */
export interface StyleAttribute {
  owners: Tree.Element[]
  css: string
  list: DeclarationList | null
  parseError: string | null
}

/** An email that a client's steps change in place. */
export interface Message {
  document: Tree.Document
  head: Tree.Element
  /** The element that becomes the client's message element. */
  body: Tree.Element
  /** In document order. A step that drops a block removes it from this list. */
  styleBlocks: StyleBlock[]
  styleAttributes: StyleAttribute[]
  images: Images
  /** Returns the text of a linked style sheet, or null if it was not frozen. */
  styleSheet: (url: string) => string | null
  /** Whether the address of a picture loads nothing, because its copy was not frozen or there is no such part. */
  isLost: (address: string) => boolean
  /** Whether the client cut off the end of the email. */
  clipped: boolean
  support: Support
  changes: ChangeLog
}

/** The HTML text before it is parsed. */
export interface Source {
  html: string
  clipped: boolean
  changes: ChangeLog
}

/** One thing a client does to the HTML text before it parses it. It changes `source.html` in place. */
export type SourceStep = (source: Source) => void

/** One thing a client does to a message. It changes the message in place and records that in `message.changes`. */
export type Step = (message: Message) => void

/** A list of declarations, the number of elements or rules that share it, and its position. */
export interface DeclarationPlace {
  items: List<CssNode>
  /** Whether it is in a `style` attribute, not in a style block. */
  inline: boolean
  count: number
  where: (declaration: Declaration) => Change['where']
}
