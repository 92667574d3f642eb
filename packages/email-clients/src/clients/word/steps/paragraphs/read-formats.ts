import type { DeclarationList } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, placeOf, findAttribute } from '../../../../engine/html-tree'
import type { Message } from '../../../../engine/message'
import { DeclaredValues } from '../values/declared-values'
import type { InlineDeclarations } from '../../../../engine/inline-declarations'
import { isPainted } from '../values/longhands'
import { parsePixels } from '../values/vml-values'
import { ListNumbers } from './list-numbers'
import {
  automaticSpacing,
  hanging,
  sides,
  type BlockFormat,
  type BlockKind,
  type Border,
  type Length,
  type Side,
  listIndent,
} from './paragraph-format'
import { readBorders } from './read-borders'

const kinds: ReadonlyMap<string, BlockKind> = new Map([
  ...'p h1 h2 h3 h4 h5 h6 pre address dt dd'.split(' ').map((name) => [name, 'paragraph'] as const),
  ...'div blockquote center form fieldset dl'.split(' ').map((name) => [name, 'division'] as const),
  ...'ul ol'.split(' ').map((name) => [name, 'list'] as const),
  ['li', 'item'],
])
const spacedAutomatically = new Set('p h1 h2 h3 h4 h5 h6'.split(' '))
const cells = new Set(['td', 'th'])
const unseen = new Set('head style meta link title xml o:p'.split(' '))

export const isBlock = (tagName: string): boolean => kinds.has(tagName)

export const kindOf = ({ tagName }: Tree.Element): BlockKind | null => kinds.get(tagName) ?? null

/** Must come after `inlineRules` and the steps that apply `mso-` properties. */
export function readFormats(
  message: Message,
  inline: InlineDeclarations,
  cutsMarkers: boolean,
): Map<Tree.Element, BlockFormat> {
  const formats = new Map<Tree.Element, BlockFormat>()
  const declared = new DeclaredValues((property) =>
    /^(?:margin|padding|background|list-style)/.test(property),
  )
  const borders = new Map<DeclarationList | null, Partial<Record<Side, number>>>()
  const edges = new Edges()
  const indents = new Indents()
  const numbers = new ListNumbers((element) => declared.of(inline.find(element)))
  for (const element of elementsIn(message.document)) {
    const kind = kindOf(element) === 'item' && !isInList(element) ? 'paragraph' : kindOf(element)
    edges.visit(element, kind)
    if (kind === null) {
      const padding = cells.has(element.tagName)
        ? declared.of(inline.find(element)).get('padding-left')
        : undefined
      indents.visit(element, kind, padding)
      continue
    }
    const list = inline.find(element)
    const values = declared.of(list)
    const seen = borders.get(list) ?? readBorders(list)
    borders.set(list, seen)
    const format: BlockFormat = {
      kind,
      indent: lengths({ left: values.get('margin-left'), right: values.get('margin-right') }),
      spacing: lengths({ before: values.get('margin-top'), after: values.get('margin-bottom') }),
      borders: bordersOf(seen, values),
      isShaded: isPainted(values.get('background-color')),
    }
    const indent = indents.visit(element, kind, format.indent.left)
    if (kind === 'item') {
      format.marker = numbers.markerOf(element)
      if (format.marker && indent < hanging) placeMarker(element, format, hanging - indent)
      spaceItem(element, format)
    } else if (spacedAutomatically.has(element.tagName)) {
      if (edges.isAtStart(element)) format.spacing.before ??= 0
      if (edges.isAtEnd(element)) format.spacing.after ??= 0
    }
    formats.set(element, format)
  }
  return formats

  /** A marker left of its cell or page is not seen if `cutsMarkers`; otherwise the item makes room for it. */
  function placeMarker(item: Tree.Element, format: BlockFormat, lacking: number): void {
    const source =
      'TryGhost/Ghost 24303, 2025-07-09; TryGhost/Ghost 24323, 2025-07-10; assumed: the room that a marker needs'
    if (!cutsMarkers) {
      const { left = 0 } = format.indent
      format.indent.left = typeof left === 'number' ? left + lacking : left
    } else if (
      message.changes.record({ rule: 'list-marker-cut', what: 'marker of <li>', source }, placeOf(item))
    )
      format.marker = null
  }

  /** A list has automatic spacing before its first item and after its last. Its own margins have no effect. */
  function spaceItem(item: Tree.Element, { spacing }: BlockFormat): void {
    const { isFirst, isLast, isNested } = numbers.placeOf(item)
    const before = isFirst && !isNested && !edges.isAtStart(item) ? automaticSpacing : 0
    const after = isLast && !isNested && !edges.isAtEnd(item) ? automaticSpacing : 0
    spacing.before ??= before
    spacing.after ??= after
  }
}

function lengths<Name extends string>(
  texts: Record<Name, string | undefined>,
): Partial<Record<Name, Length>> {
  const said: Partial<Record<Name, Length>> = {}
  for (const [name, text] of Object.entries(texts) as [Name, string | undefined][]) {
    if (text !== undefined) said[name] = lengthOf(text)
  }
  return said
}

/** A length in em depends on the font, which only the engine knows. */
const lengthOf = (text: string): Length => (/em\s*$/i.test(text) ? text : (parsePixels(text) ?? text))

function bordersOf(
  seen: Partial<Record<Side, number>>,
  values: ReadonlyMap<string, string>,
): Partial<Record<Side, Border>> {
  const borders: Partial<Record<Side, Border>> = {}
  for (const side of sides) {
    const width = seen[side]
    if (width !== undefined) borders[side] = { width, space: lengthOf(values.get(`padding-${side}`) ?? '0') }
  }
  return borders
}

/** Word has no automatic spacing where a cell begins or ends. */
class Edges {
  readonly #starts = new Set<Tree.Element>()
  readonly #ends = new Set<Tree.Element>()

  isAtStart = (element: Tree.Element): boolean => this.#starts.has(element)
  isAtEnd = (element: Tree.Element): boolean => this.#ends.has(element)

  /** Marks the first and last child of a cell, and of a marked block except paragraphs. Call it for parents first. */
  visit(element: Tree.Element, kind: BlockKind | null): void {
    const isRoom = cells.has(element.tagName)
    if (!isRoom && (kind === null || kind === 'paragraph')) return
    if (isRoom || this.#starts.has(element)) markFirst(element.childNodes, this.#starts)
    if (isRoom || this.#ends.has(element)) {
      markFirst([...element.childNodes].reverse(), this.#ends)
    }
  }
}

function markFirst(nodes: readonly Tree.ChildNode[], found: Set<Tree.Element>): void {
  const first = nodes.find((node) =>
    'tagName' in node ? !unseen.has(node.tagName) : 'value' in node && node.value.trim() !== '',
  )
  if (first && 'tagName' in first) found.add(first)
}

function isInList({ parentNode }: Tree.Element): boolean {
  return parentNode !== null && 'tagName' in parentNode && kindOf(parentNode) === 'list'
}

const quoteIndent = 40

/** Adds up left indents from the edge of the cell or page, with the cell's padding. */
class Indents {
  readonly #known = new Map<Tree.ParentNode, number>()

  /** Returns pixels; infinite if unknown: from right to left, or in percent. Call it for parents first. */
  visit(element: Tree.Element, kind: BlockKind | null, left: Length | undefined): number {
    const { tagName, parentNode } = element
    const isEdge = tagName === 'td' || tagName === 'th' || tagName === 'body'
    const around = (parentNode && this.#known.get(parentNode)) ?? 0
    const usual = kind === 'list' ? listIndent : tagName === 'blockquote' ? quoteIndent : 0
    const own = typeof left === 'string' ? (parsePixels(left) ?? Infinity) : (left ?? usual)
    const isReversed = /^rtl$/i.test(findAttribute(element, 'dir') ?? '')
    const indent = isReversed ? Infinity : (isEdge && around !== Infinity ? 0 : around) + own
    this.#known.set(element, indent)
    return indent
  }
}
