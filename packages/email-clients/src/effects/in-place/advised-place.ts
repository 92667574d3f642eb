import { walk, type CssNode } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute } from '../../engine/html-tree'
import { valueOf } from './drawn-email'
import type { SentHtml } from './sent-html'

/** Where an advice would be given. */
export interface AdvisedPlace {
  elements: readonly Tree.Element[]
  declarations: readonly CssNode[]
  /** The `style`s of the elements as sent, in lower case without blanks. */
  styles: readonly string[]
  /** At-rules that are the change itself, or around it. */
  atRules: readonly CssNode[]
  html: SentHtml
  /** As in `styles`. */
  sentStyleOf: (element: Tree.Element) => string
}

export type IsFollowed = (place: AdvisedPlace) => boolean

const onEach =
  (isSuch: (element: Tree.Element, place: AdvisedPlace) => boolean): IsFollowed =>
  (place) =>
    place.elements.length > 0 && place.elements.every((element) => isSuch(element, place))

export const isAnyOf =
  (...ways: readonly IsFollowed[]): IsFollowed =>
  (place) =>
    ways.some((isFollowed) => isFollowed(place))

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
  return attribute !== null && pixelsOf(valueIn(sentStyleOf(image), 'max-width')) === attribute
})

/** Nothing but Outlook on Windows sees the element. */
export const isForOutlookAlone = onEach(isForOutlook)

/**
 * The cell around has a padding for Outlook alone, or there are wide or raised characters for it in the element: so
 * buttons are padded without a padding of the link.
 */
export const isPaddedForOutlook = onEach((link, place) => {
  const { parentNode } = link
  if (parentNode && 'tagName' in parentNode && /^t[dh]$/.test(parentNode.tagName)) {
    const style = place.sentStyleOf(parentNode)
    const padding = valueIn(style, 'mso-padding-alt') ?? valueIn(style, 'padding')
    const isOwn = style.includes('mso-padding-alt') || isForOutlook(parentNode, place)
    if (isOwn && padding !== null && /[1-9]/.test(padding)) return true
  }
  return elementsIn(link).some(
    (inner) => isForOutlook(inner, place) && /mso-(?:font-width|text-raise)/.test(place.sentStyleOf(inner)),
  )
})

function isForOutlook(element: Tree.Element, { html }: AdvisedPlace): boolean {
  const offset = element.sourceCodeLocation?.startOffset
  return offset !== undefined && html.isForOutlook(offset)
}

/** What follows it is for Outlook: MJML's divider is a paragraph and then a table. */
export const isBeforePartForOutlook = onEach(({ sourceCodeLocation }, { html }) =>
  html.isForOutlookAfter(sourceCodeLocation?.endOffset ?? 0),
)

/** A column with a share of the width, as the only element of a cell that has its pixels for Outlook alone. */
export const isInGhostCell = onEach((block, place) => {
  const { parentNode: cell } = block
  if (!cell || !('tagName' in cell) || !/^t[dh]$/.test(cell.tagName)) return false
  const width = pixelsOf(findAttribute(cell, 'width') ?? valueIn(place.sentStyleOf(cell), 'width'))
  return (
    width !== null &&
    isForOutlook(cell, place) &&
    isOnlyElement(cell) &&
    /^[\d.]+%$/.test(valueIn(place.sentStyleOf(block), 'width') ?? '')
  )
})

/** Looks no further than to the second, as the cell may have very many. */
function isOnlyElement({ childNodes }: Tree.Element): boolean {
  let count = 0
  for (const node of childNodes) if ('tagName' in node && ++count > 1) return false
  return true
}

/** The at-rule sets widths of columns that are tables for Outlook, or fonts that shall not reach it. */
export const setsColumnsOrFonts: IsFollowed = ({ atRules, html }) => {
  const properties = atRules.flatMap(propertiesIn)
  return (
    properties.length > 0 &&
    properties.every(
      (name) => name === 'font-family' || (/^(?:max-)?width$/.test(name) && html.hasGhostTable),
    )
  )
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

function propertiesIn(node: CssNode): string[] {
  const properties: string[] = []
  walk(node, { visit: 'Declaration', enter: ({ property }) => void properties.push(property.toLowerCase()) })
  return properties
}

/** Of a style without blanks. */
const valueIn = (style: string, property: string): string | null =>
  new RegExp(`(?:^|;)${property}:([^;]{0,99})`).exec(style)?.[1] ?? null

function pixelsOf(length: string | null): number | null {
  const pixels = /^\s*(\d+)(?:px)?\s*$/.exec(length ?? '')?.[1]
  return pixels === undefined ? null : Number(pixels)
}

/** CSS pixels of the nearest table around, by its attribute. Infinity without one. */
export function fixedWidthAround(element: Tree.Element): number {
  const table = closest(element, 'table')
  return table ? fixedWidthOf(table) : Infinity
}

function fixedWidthOf(table: Tree.Element): number {
  const width = /^\s*(\d+)(?:px)?\s*$/.exec(findAttribute(table, 'width') ?? '')?.[1]
  return width ? Number(width) : Infinity
}

function closest(element: Tree.Element, tagName: string): Tree.Element | null {
  for (let node = element.parentNode; node && 'tagName' in node; node = node.parentNode)
    if (node.tagName === tagName) return node
  return null
}

const childrenOf = ({ childNodes }: Tree.Element): Tree.Element[] =>
  childNodes.flatMap((node) =>
    'tagName' in node && !/^(?:style|title|meta)$/.test(node.tagName) ? [node] : [],
  )
