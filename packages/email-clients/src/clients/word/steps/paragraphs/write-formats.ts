import type { Citation } from '../../../../sources/sources'
import type { DeclarationList } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, createText, placeOf } from '../../../../engine/html-tree'
import type { Message } from '../../../../engine/message'
import type { InlineDeclarations } from '../../../../engine/inline-declarations'
import { css } from '../values/vml-values'
import { hanging, sides, type BlockFormat, type Length, type Marker, type Side } from './paragraph-format'
import { kindOf } from './read-formats'

const pictures = 'EDMdesigner/modern-html-email-tutorial, lesson09 and lesson10, real pictures, 2017'
const sources = {
  padding: 'caniemail css-padding note 1, 2019-07',
  border: `${pictures}: a paragraph's border and padding go outwards from its indent`,
  division: `${pictures}: a division's background is behind its lines alone`,
  shading: 'caniemail css-margin note 3, 2019-10',
  list: `${pictures}: a list's vertical margins are ignored`,
} satisfies Record<string, Citation>

/** A marker goes into the item's first line. Blocks that a browser draws as Word does stay. */
export function writeFormats(
  message: Message,
  inline: InlineDeclarations,
  formats: ReadonlyMap<Tree.Element, BlockFormat>,
): void {
  for (const [element, format] of formats) {
    const list = inline.find(element)
    const names = namesIn(list)
    recordDifferences(message, element, names, format)
    const written = declarationsOf(format, names)
    if (written !== null) inline.replace(element, /^(?:margin|padding)(?:-|$)/, written)
    if (format.marker) insertMarker(element, format.marker)
  }
}

function namesIn(list: DeclarationList | null): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of list?.children ?? [])
    if (node.type === 'Declaration') names.add(node.property.toLowerCase())
  return names
}

const hasAny = (names: ReadonlySet<string>, start: string): boolean =>
  [...names].some((name) => name.startsWith(start))

/** Null if a browser draws the block as Word does. */
function declarationsOf(format: BlockFormat, names: ReadonlySet<string>): string | null {
  const { kind, borders, indent, spacing } = format
  const isBordered = Object.keys(borders).length > 0
  if (kind === 'list')
    return hasAny(names, 'margin') || hasAny(names, 'padding') ? join(indents(indent)) : null
  const bleeds = kind === 'paragraph' && format.isShaded && !isBordered ? bledSpacing(format) : null
  // `readFormats` has set its spacing to 0 at the edge of a cell.
  const isSuppressed = kind === 'paragraph' && !hasAny(names, 'margin') && Object.keys(spacing).length > 0
  const needed = isBordered || bleeds !== null || isSuppressed || kind === 'item' || hasAny(names, 'padding')
  if (!needed) return null
  const isOutwards = isBordered && kind !== 'division'
  const declarations: [string, Length | undefined][] = [
    ['margin-top', bleeds?.top === undefined ? spacing.before : 0],
    ['margin-right', isOutwards ? outwards(format, 'right') : indent.right],
    ['margin-bottom', bleeds?.bottom === undefined ? spacing.after : 0],
    ['margin-left', isOutwards ? outwards(format, 'left') : indent.left],
  ]
  for (const side of sides) {
    const space = borders[side]?.space ?? bleeds?.[side]
    if (space !== undefined && space !== 0) declarations.push([`padding-${side}`, space])
  }
  const clip = kind === 'division' && isBordered && format.isShaded ? ';background-clip:content-box' : ''
  return join(declarations) + clip
}

const indents = ({ left, right }: BlockFormat['indent']): [string, Length | undefined][] => [
  ['margin-right', right],
  ['margin-left', left],
]

/** A bordered paragraph's text is at the indent, so border and padding are taken off. */
function outwards({ indent, borders }: BlockFormat, side: 'left' | 'right'): Length | undefined {
  const length = indent[side]
  const border = borders[side]
  if (!border) return length
  const { width, space } = border
  if (typeof length !== 'string' && typeof space === 'number') return (length ?? 0) - space - width
  return `calc(${cssOf(length ?? 0)} - ${cssOf(space)} - ${cssOf(width)})`
}

/**
 * Word's shading is also behind the space before and after a paragraph without borders, so that space becomes padding.
 */
function bledSpacing({ spacing: { before, after } }: BlockFormat): Partial<Record<Side, number>> | null {
  const bled: Partial<Record<Side, number>> = {}
  if (typeof before === 'number' && before > 0) bled.top = before
  if (typeof after === 'number' && after > 0) bled.bottom = after
  return Object.keys(bled).length > 0 ? bled : null
}

function join(declarations: readonly (readonly [string, Length | undefined])[]): string {
  return declarations
    .flatMap(([property, length]) => (length === undefined ? [] : [`${property}:${cssOf(length)}`]))
    .join(';')
}

const cssOf = (length: Length): string =>
  typeof length === 'string' ? length : length === 0 ? '0' : `${css(length)}px`

function recordDifferences(
  { changes }: Message,
  element: Tree.Element,
  names: ReadonlySet<string>,
  format: BlockFormat,
): void {
  const { kind, borders, isShaded } = format
  const record = (rule: string, what: string, source: Citation): void => {
    changes.record({ rule, what: `${what} <${element.tagName}>`, source }, placeOf(element, 'style'))
  }
  const isBordered = Object.keys(borders).length > 0
  for (const name of names) {
    const [, property, side] = /^(margin|padding)(?:-(\w+))?$/.exec(name) ?? []
    const isUsed = side === undefined ? isBordered : borders[side as Side] !== undefined
    if (property === 'padding' && !isUsed) record('property-not-on-element', `${name} on`, sources.padding)
    if (kind === 'list' && property === 'margin' && (side === 'top' || side === 'bottom')) {
      record('list-margin-ignored', `${name} of`, sources.list)
    }
  }
  if (kind === 'paragraph' && isBordered) record('border-outwards', 'border of', sources.border)
  if (kind === 'division' && isBordered && isShaded)
    record('background-behind-lines', 'background of', sources.division)
  if (kind === 'paragraph' && !isBordered && isShaded && bledSpacing(format)) {
    record('background-in-margin', 'background of', sources.shading)
  }
}

function insertMarker(item: Tree.Element, { text, isBullet }: Marker): void {
  let line = item
  let first = firstSeen(line)
  while (first && 'tagName' in first && isTextBlock(first)) {
    line = first
    first = firstSeen(line)
  }
  dropLeadingBlanks(line)
  const isBeforeBlock =
    first !== null && 'tagName' in first && (first.tagName === 'table' || kindOf(first) !== null)
  const font = isBullet
    ? `font:10pt/0 ${text === 'o' ? '"Courier New",monospace' : 'Arial,sans-serif'}`
    : 'line-height:0'
  const place = isBeforeBlock ? 'float:left' : 'display:inline-block'
  const style = `${place};min-width:${hanging}px;margin-inline-start:-${hanging}px;text-indent:0;text-align:start;${font};mso-list:Ignore`
  const marker = createElement('span', { style }, [createText(text)])
  marker.parentNode = line
  line.childNodes = [marker, ...line.childNodes]
}

function isTextBlock(element: Tree.Element): boolean {
  const kind = kindOf(element)
  return kind === 'paragraph' || kind === 'division'
}

/** They take no space in Word; a browser would draw them after the marker. */
function dropLeadingBlanks(line: Tree.Element): void {
  for (let inside: Tree.ChildNode | null = line; inside && 'tagName' in inside;) {
    const first = firstSeen(inside)
    for (const node of inside.childNodes) {
      if ('value' in node) node.value = node.value.replace(/^[ \t\n\f\r]+/, '')
      if (node === first) break
    }
    inside = first
  }
}

const firstSeen = ({ childNodes }: Tree.Element): Tree.ChildNode | null =>
  childNodes.find((node) => 'tagName' in node || ('value' in node && node.value.trim() !== '')) ?? null
