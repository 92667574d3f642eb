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
const invisible = new Set('head style meta link title xml o:p'.split(' '))

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
  const borderWidthsByList = new Map<DeclarationList | null, Partial<Record<Side, number>>>()
  const edges = new Edges()
  const indents = new Indents()
  const numbers = new ListNumbers((element) => declared.valuesIn(inline.find(element)))
  for (const element of elementsIn(message.document)) {
    const kind = kindOf(element) === 'item' && !isInList(element) ? 'paragraph' : kindOf(element)
    edges.visit(element, kind)
    if (kind === null) {
      const padding = cells.has(element.tagName)
        ? declared.valuesIn(inline.find(element)).get('padding-left')
        : undefined
      indents.visit(element, kind, padding)
      continue
    }
    const list = inline.find(element)
    const values = declared.valuesIn(list)
    const borderWidths = borderWidthsByList.get(list) ?? readBorders(list)
    borderWidthsByList.set(list, borderWidths)
    const format: BlockFormat = {
      kind,
      indent: readLengths({ left: values.get('margin-left'), right: values.get('margin-right') }),
      spacing: readLengths({ before: values.get('margin-top'), after: values.get('margin-bottom') }),
      borders: bordersOf(borderWidths, values),
      isShaded: isPainted(values.get('background-color')),
    }
    const indent = indents.visit(element, kind, format.indent.left)
    if (kind === 'item') {
      format.marker = numbers.createMarker(element)
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
    const { isFirst, isLast, isNested } = numbers.positionOf(item)
    const before = isFirst && !isNested && !edges.isAtStart(item) ? automaticSpacing : 0
    const after = isLast && !isNested && !edges.isAtEnd(item) ? automaticSpacing : 0
    spacing.before ??= before
    spacing.after ??= after
  }
}

function readLengths<Name extends string>(
  texts: Record<Name, string | undefined>,
): Partial<Record<Name, Length>> {
  const lengths: Partial<Record<Name, Length>> = {}
  for (const [name, text] of Object.entries(texts) as [Name, string | undefined][]) {
    if (text !== undefined) lengths[name] = lengthOf(text)
  }
  return lengths
}

/** A length in em depends on the font, which only the engine knows. */
const lengthOf = (text: string): Length => (/em\s*$/i.test(text) ? text : (parsePixels(text) ?? text))

function bordersOf(
  widths: Partial<Record<Side, number>>,
  values: ReadonlyMap<string, string>,
): Partial<Record<Side, Border>> {
  const borders: Partial<Record<Side, Border>> = {}
  for (const side of sides) {
    const width = widths[side]
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
    const isCell = cells.has(element.tagName)
    if (!isCell && (kind === null || kind === 'paragraph')) return
    if (isCell || this.#starts.has(element)) markFirst(element.childNodes, this.#starts)
    if (isCell || this.#ends.has(element)) {
      markFirst([...element.childNodes].reverse(), this.#ends)
    }
  }
}

function markFirst(nodes: readonly Tree.ChildNode[], marked: Set<Tree.Element>): void {
  const first = nodes.find((node) =>
    'tagName' in node ? !invisible.has(node.tagName) : 'value' in node && node.value.trim() !== '',
  )
  if (first && 'tagName' in first) marked.add(first)
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
    const defaultIndent = kind === 'list' ? listIndent : tagName === 'blockquote' ? quoteIndent : 0
    const ownIndent = typeof left === 'string' ? (parsePixels(left) ?? Infinity) : (left ?? defaultIndent)
    const isReversed = /^rtl$/i.test(findAttribute(element, 'dir') ?? '')
    const indent = isReversed ? Infinity : (isEdge && around !== Infinity ? 0 : around) + ownIndent
    this.#known.set(element, indent)
    return indent
  }
}
