import { walk, type CssNode, type Rule } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../engine/html-tree'
import { valueOf } from './drawn-email'
import type { SentHtml } from './sent-html'

/** Where an advice would be given. */
export interface AdvisedPlace {
  elements: readonly Tree.Element[]
  declarations: readonly CssNode[]
  /** The `style`s of the elements as sent: see `sentStyleOf`. */
  styles: readonly string[]
  /** At-rules that are the change itself, or around it. */
  atRules: readonly CssNode[]
  html: SentHtml
  /** In lower case, with blanks within values alone. */
  sentStyleOf: (element: Tree.Element) => string
  /** Never too few, maybe too many. Null: any. */
  find: (selector: CssNode) => ReadonlySet<Tree.Element> | null
}

export type IsFollowed = (place: AdvisedPlace) => boolean

export const onEach =
  (isSuch: (element: Tree.Element, place: AdvisedPlace) => boolean): IsFollowed =>
  (place) =>
    place.elements.length > 0 && place.elements.every((element) => isSuch(element, place))

export const isAnyOf =
  (...ways: readonly IsFollowed[]): IsFollowed =>
  (place) =>
    ways.some((isFollowed) => isFollowed(place))

export const isAllOf =
  (...ways: readonly IsFollowed[]): IsFollowed =>
  (place) =>
    ways.every((isFollowed) => isFollowed(place))

export const hasAttribute = (name: string): IsFollowed =>
  onEach((element) => findAttribute(element, name) !== null)

/** Outlook's ghost tables are tables like others once it has read its conditional comments. */
export const hasFixedTable = onEach(
  (element) => fixedWidthAround(element) < Infinity || isAroundTable(element),
)

export const isAroundFixedTable = onEach((element) => isAroundTable(element))

function isAroundTable(element: Tree.Element): boolean {
  const [only, ...others] = childrenOf(element)
  return only?.tagName === 'table' && others.length === 0 && fixedWidthOf(only) < Infinity
}

export const isInWideTable = onEach((body) => {
  let [only, ...others] = childrenOf(body)
  while (only && others.length === 0 && /^(?:div|center|span)$/.test(only.tagName))
    [only, ...others] = childrenOf(only)
  return only?.tagName === 'table' && findAttribute(only, 'width')?.trim() === '100%'
})

export const isCentred = onEach((element) =>
  [element, element.parentNode].some(
    (node) =>
      node !== null &&
      'tagName' in node &&
      (node.tagName === 'center' || findAttribute(node, 'align')?.trim().toLowerCase() === 'center'),
  ),
)

/** The place hides nothing, or is hidden as the advice says. */
export const needsNoHiding: IsFollowed = ({ styles }) =>
  styles.every(
    (style) => !/visibility:hidden|height:0|opacity:0(?:;|$)/.test(style) || style.includes('display:none'),
  )

export const namesOtherFont: IsFollowed = ({ declarations }) =>
  declarations.length > 0 &&
  declarations.every((node) => node.type === 'Declaration' && valueOf(node).includes(','))

export const drawsFill: IsFollowed = ({ html }) => html.hasFill

/** The `width` says what the style does: `width="200"` for `width:100%; max-width:200px`. */
export const isPictureOfItsWidth = onEach((image, { sentStyleOf }) => {
  const attribute = pixelsOf(findAttribute(image, 'width'))
  const style = sentStyleOf(image)
  const width = withoutImportant(valueIn(style, 'width') ?? '100%')
  return (
    attribute !== null &&
    pixelsOf(valueIn(style, 'max-width')) === attribute &&
    (/^(?:100%|auto)$/.test(width) || pixelsOf(width) === attribute)
  )
})

/** Nothing but Outlook on Windows sees the element. */
export const isForOutlookAlone = onEach(isForOutlook)

export function isForOutlook(element: Tree.Element, { html }: AdvisedPlace): boolean {
  const offset = element.sourceCodeLocation?.startOffset
  return offset !== undefined && html.isForOutlook(offset)
}

/** A table with a line follows it for Outlook: so MJML writes a divider. */
export const isBeforeLineForOutlook = onEach(({ sourceCodeLocation }, { html }) => {
  const part = html.partForOutlookAfter(sourceCodeLocation?.endOffset ?? 0).trim()
  return /^<table\b/i.test(part) && /<\/table>$/i.test(part) && /border(?:-top|-bottom)?\s?:/i.test(part)
})

/** A column with a share of the width, in a cell that has about these pixels for Outlook alone. */
export const isInGhostCell = onEach((block, place) => {
  const width = valueIn(place.sentStyleOf(block), 'width')
  return shareIn(width) !== null && isColumnOfGhosts(block, width, place)
})

/** Padding of sections around columns may take this share of a table's width. */
const maxSectionPadding = 0.2

function isColumnOfGhosts(block: Tree.Element, asked: string | null, place: AdvisedPlace): boolean {
  const { parentNode: cell } = block
  if (!cell || !('tagName' in cell) || !/^t[dh]$/.test(cell.tagName)) return false
  const width = widthOf(cell, place)
  if (width === null || !isForOutlook(cell, place) || !isOnlyElement(cell)) return false
  const share = shareIn(asked)
  if (share === 1) return true
  if (share === null) return width === pixelsOf(withoutImportant(asked ?? ''))
  const whole = share * widthAround(cell, place)
  return width <= whole * 1.02 && width >= whole * (1 - maxSectionPadding)
}

/** Of the nearest table around that has pixels; 0 without one. */
function widthAround(cell: Tree.Element, place: AdvisedPlace): number {
  for (let table = closest(cell, 'table'); table; table = closest(table, 'table')) {
    const width = widthOf(table, place)
    if (width !== null) return width
  }
  return 0
}

const widthOf = (element: Tree.Element, { sentStyleOf }: AdvisedPlace): number | null =>
  pixelsOf(findAttribute(element, 'width')) ?? pixelsOf(valueIn(sentStyleOf(element), 'width'))

/** Looks no further than to the second, as the cell may have very many. */
function isOnlyElement({ childNodes }: Tree.Element): boolean {
  let count = 0
  for (const node of childNodes) if ('tagName' in node && ++count > 1) return false
  return true
}

/** The at-rule sets widths of columns that have theirs for Outlook, or fonts that shall not reach it. */
export const setsColumnsOrFonts: IsFollowed = (place) => {
  const rules = place.atRules.flatMap(rulesIn)
  return rules.length > 0 && rules.every((rule) => setsColumnOrFont(rule, place))
}

function setsColumnOrFont({ prelude, block }: Rule, place: AdvisedPlace): boolean {
  const declarations = block.children.toArray().filter((node) => node.type === 'Declaration')
  if (prelude.type !== 'SelectorList' || declarations.length !== block.children.size) return false
  const selected = prelude.children.toArray().map((selector) => place.find(selector))
  return declarations.every((declaration) => {
    const property = declaration.property.toLowerCase()
    if (property === 'font-family') return true
    if (!/^(?:max-)?width$/.test(property)) return false
    const width = valueOf(declaration)
    return selected.every(
      (elements) => elements && [...elements].every((element) => isColumnOfGhosts(element, width, place)),
    )
  })
}

const hairPixels = 2

/** As between columns that stand beside each other. */
export const isHairMargin: IsFollowed = ({ declarations }) =>
  declarations.length > 0 &&
  declarations.every((node) => {
    if (node.type !== 'Declaration') return false
    const lengths = [...valueOf(node).matchAll(/-([\d.]+)([a-z%(]*)/g)]
    return lengths.every(([, number, unit]) => unit === 'px' && Number(number) <= hairPixels)
  })

function rulesIn(node: CssNode): Rule[] {
  const rules: Rule[] = []
  walk(node, { visit: 'Rule', enter: (rule) => void rules.push(rule) })
  return rules
}

export const valueIn = (style: string, property: string): string | null =>
  new RegExp(`(?:^|;)${property}:([^;]{0,99})`).exec(style)?.[1] ?? null

const withoutImportant = (value: string): string => value.replace(/ ?!important$/, '')

/** Of a percentage; null for another length. */
function shareIn(value: string | null): number | null {
  const percent = /^([\d.]{1,20})%$/.exec(withoutImportant(value ?? ''))?.[1]
  return percent === undefined ? null : Number(percent) / 100
}

function pixelsOf(length: string | null): number | null {
  const pixels = /^\s*(\d+)(?:px)?\s*$/.exec(length ?? '')?.[1]
  return pixels === undefined ? null : Number(pixels)
}

/** CSS pixels of the nearest table around, by its attribute. Infinity without one. */
export function fixedWidthAround(element: Tree.Element): number {
  const table = closest(element, 'table')
  return table ? fixedWidthOf(table) : Infinity
}

const fixedWidthOf = (table: Tree.Element): number => pixelsOf(findAttribute(table, 'width')) ?? Infinity

function closest(element: Tree.Element, tagName: string): Tree.Element | null {
  for (let node = element.parentNode; node && 'tagName' in node; node = node.parentNode)
    if (node.tagName === tagName) return node
  return null
}

const childrenOf = ({ childNodes }: Tree.Element): Tree.Element[] =>
  childNodes.flatMap((node) =>
    'tagName' in node && !/^(?:style|title|meta)$/.test(node.tagName) ? [node] : [],
  )
