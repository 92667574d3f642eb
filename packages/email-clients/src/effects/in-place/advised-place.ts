import type { CssNode } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../engine/html-tree'
import { valueOf } from './drawn-email'

/** Where an advice would be given. */
export interface AdvisedPlace {
  elements: readonly Tree.Element[]
  declarations: readonly CssNode[]
  /** The `style`s of the elements as sent, in lower case without blanks. */
  styles: readonly string[]
  hasFill: boolean
}

export type IsFollowed = (place: AdvisedPlace) => boolean

const onEach =
  (isSuch: (element: Tree.Element) => boolean): IsFollowed =>
  ({ elements }) =>
    elements.length > 0 && elements.every(isSuch)

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

export const drawsFill: IsFollowed = ({ hasFill }) => hasFill

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
