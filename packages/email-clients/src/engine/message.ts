import type { Declaration, DeclarationList, List, CssNode, StyleSheet } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Images } from '../email-client'
import type { ChangeLog } from './change-log'
import type { Change } from './emulated-document'
import type { Support } from './support'

/** One `<style>` element, parsed once. */
export interface StyleBlock {
  element: Tree.Element
  /** As sent. */
  css: string
  /** Null when no parser can read it: nested too deep. */
  sheet: StyleSheet | null
  /** What tolerant parsing found broken, first of all; null when it is whole CSS. */
  parseError: string | null
}

/** A `style` attribute, parsed once for all elements that carry the very same one. */
export interface StyleAttribute {
  owners: Tree.Element[]
  css: string
  list: DeclarationList | null
  parseError: string | null
}

/** An email on its way through a client's steps, which change it in place. */
export interface Message {
  document: Tree.Document
  head: Tree.Element
  /** What becomes the client's message element. */
  body: Tree.Element
  /** In document order; a step that drops one takes it out. */
  styleBlocks: StyleBlock[]
  styleAttributes: StyleAttribute[]
  images: Images
  /** The text of a linked style sheet; null when there is none. */
  styleSheet: (url: string) => string | null
  /** The client cut the email's end off. */
  clipped: boolean
  support: Support
  changes: ChangeLog
}

/** The HTML text on its way to the parser. */
export interface Source {
  html: string
  clipped: boolean
  changes: ChangeLog
}

/** One thing a client does to the text before it parses it. */
export type SourceStep = (source: Source) => void

/** One thing a client does to a message; changes it in place and says so in its change log. */
export type Step = (message: Message) => void

/** A list of declarations with how many elements or rules share it, and where it stands. */
export interface DeclarationPlace {
  items: List<CssNode>
  /** In a `style` attribute, not in a block. */
  inline: boolean
  count: number
  where: (declaration: Declaration) => Change['where']
}
