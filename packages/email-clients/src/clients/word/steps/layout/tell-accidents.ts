import type { ChangeKind } from '../../../../engine/change-log'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf } from '../../../../engine/html-tree'
import type { Message, Step } from '../../../../engine/message'
import { css, parsePixels } from '../values/vml-values'
import type { WordVersion } from '../../word-version'
import { DeclaredValues } from '../values/declared-values'
import { InlineDeclarations } from '../../../../engine/inline-declarations'

/**
 * Engineering default: the end of Word's first page in a message, in pixels. Published measurements are 1,790 to 2,000.
 */
const pageHeight = 1_790
/** Engineering default: minimum height of a line of text, in pixels. */
const leastLineHeight = 15

const gapSource =
  'foundation-emails 534, 2016-07; emailmonday/Cerberus 55, 2016-06: a row that crosses a page of Word moves to the next'
const lineSource =
  'email-bugs 99, 2021-08; mailpoet 3348, 2021-05: heights that are no whole half points leave lines of one pixel'

/**
 * Reports a gap before a row that crosses a page (until 2013), and a line below a row with a rounded height (since
 * 2013). Does not draw them: they depend on exact heights.
 */
export function tellAccidents(version: WordVersion): Step {
  return function tellAccidents(message) {
    if (version <= 2013) tellPageGap(message)
    if (version >= 2013) tellLines(message)
  }
}

function tellLines(message: Message): void {
  const inline = new InlineDeclarations(message)
  const declared = new DeclaredValues((property) => property === 'height' || property === 'line-height')
  for (const element of elementsIn(message.document)) {
    if (!/^(?:tr|td|th)$/.test(element.tagName)) continue
    const values = declared.valuesIn(inline.find(element))
    const heights = [
      ['height', findAttribute(element, 'height')],
      ['height', values.get('height')],
      ['line-height', values.get('line-height')],
    ] as const
    for (const [name, text] of heights) {
      const isMultiple = name === 'line-height' && !/[a-z]/i.test(text ?? '')
      const pixels = isMultiple ? null : parsePixels(text)
      if (pixels === null || isWholeHalfPoints(pixels)) continue
      const kind: ChangeKind = {
        rule: 'one-pixel-line-possible',
        what: `${name} of ${css(pixels)}px`,
        source: lineSource,
      }
      message.changes.record(kind, placeOf(element))
    }
  }
}

const isWholeHalfPoints = (pixels: number): boolean =>
  Math.abs(pixels * 1.5 - Math.round(pixels * 1.5)) < 0.01

/** Heights are minimums, so the row that really crosses first is the reported one, or one before it. */
function tellPageGap({ document, body, changes }: Message): void {
  const elements = elementsIn(document)
  const heights = new Map<Tree.Element, number>()
  for (const element of elements.reverse()) heights.set(element, heightOf(element, heights))
  if ((heights.get(body) ?? 0) <= pageHeight) return
  const row = findInnermostCrossingRow(body, heights)
  if (row)
    changes.record(
      { rule: 'page-gap-possible', what: `<tr> that crosses ${pageHeight}px`, source: gapSource },
      placeOf(row),
    )
}

const stacking = new Set(
  'body center div blockquote table tbody thead tfoot td th p h1 h2 h3 h4 h5 h6 ul ol li form'.split(' '),
)

function heightOf(element: Tree.Element, heights: ReadonlyMap<Tree.Element, number>): number {
  if (element.tagName === 'img') return parsePixels(findAttribute(element, 'height')) ?? 0
  if (element.tagName === 'head') return 0
  const childHeights = element.childNodes.map((node) => {
    if ('tagName' in node) return heights.get(node) ?? 0
    return 'value' in node && node.value.trim() !== '' ? leastLineHeight : 0
  })
  const content = stacking.has(element.tagName)
    ? childHeights.reduce((sum, height) => sum + height, 0)
    : childHeights.reduce((most, height) => Math.max(most, height), 0)
  const attribute = /^(?:td|th|tr|table)$/.test(element.tagName)
    ? parsePixels(findAttribute(element, 'height'))
    : null
  return Math.max(content, attribute ?? 0)
}

function findInnermostCrossingRow(
  body: Tree.Element,
  heights: ReadonlyMap<Tree.Element, number>,
): Tree.Element | null {
  let row: Tree.Element | null = null
  let top = 0
  let parent: Tree.Element | null = body
  while (parent) {
    const isRow: boolean = parent.tagName === 'tr'
    let crossing: Tree.Element | null = null
    let childTop = top
    for (const child of parent.childNodes) {
      if (!('tagName' in child)) continue
      const height: number = heights.get(child) ?? 0
      if (childTop < pageHeight && childTop + height > pageHeight) {
        crossing = child
        top = childTop
        break
      }
      // Cells of a row stand side by side.
      if (!isRow) childTop += height
    }
    if (crossing?.tagName === 'tr') row = crossing
    parent = crossing
  }
  return row
}
