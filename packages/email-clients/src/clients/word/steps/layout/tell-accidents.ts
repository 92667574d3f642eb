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
const leastLine = 15

const gap =
  'foundation-emails 534, 2016-07; emailmonday/Cerberus 55, 2016-06: a row that crosses a page of Word moves to the next'
const line =
  'email-bugs 99, 2021-08; mailpoet 3348, 2021-05: heights that are no whole half points leave lines of one pixel'

/**
 * A gap before a row that crosses a page (until 2013); a line below one with a rounded height (since 2013). They depend
 * on exact heights, so they are reported, not drawn.
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
    const values = declared.of(inline.find(element))
    const heights = [
      ['height', findAttribute(element, 'height')],
      ['height', values.get('height')],
      ['line-height', values.get('line-height')],
    ] as const
    for (const [name, text] of heights) {
      const pixels = parsePixels(name === 'line-height' && !/[a-z]/i.test(text ?? '') ? null : text)
      if (pixels === null || Math.abs(pixels * 1.5 - Math.round(pixels * 1.5)) < 0.01) continue
      const kind: ChangeKind = {
        rule: 'one-pixel-line-possible',
        what: `${name} of ${css(pixels)}px`,
        source: line,
      }
      message.changes.record(kind, placeOf(element))
    }
  }
}

/** Heights are minimums, so the row that really crosses first is the reported one, or one before it. */
function tellPageGap({ document, body, changes }: Message): void {
  const elements = elementsIn(document)
  const heights = new Map<Tree.Element, number>()
  for (const element of elements.reverse()) heights.set(element, heightOf(element, heights))
  if ((heights.get(body) ?? 0) <= pageHeight) return
  const row = crossingRow(body, heights)
  if (row)
    changes.record(
      { rule: 'page-gap-possible', what: `<tr> that crosses ${pageHeight}px`, source: gap },
      placeOf(row),
    )
}

const stacked = new Set(
  'body center div blockquote table tbody thead tfoot td th p h1 h2 h3 h4 h5 h6 ul ol li form'.split(' '),
)

function heightOf(element: Tree.Element, heights: ReadonlyMap<Tree.Element, number>): number {
  if (element.tagName === 'img') return parsePixels(findAttribute(element, 'height')) ?? 0
  if (element.tagName === 'head') return 0
  const inside = element.childNodes.map((node) =>
    'tagName' in node
      ? (heights.get(node) ?? 0)
      : 'value' in node && node.value.trim() !== ''
        ? leastLine
        : 0,
  )
  const content = stacked.has(element.tagName)
    ? inside.reduce((sum, height) => sum + height, 0)
    : inside.reduce((most, height) => Math.max(most, height), 0)
  const said = /^(?:td|th|tr|table)$/.test(element.tagName)
    ? parsePixels(findAttribute(element, 'height'))
    : null
  return Math.max(content, said ?? 0)
}

function crossingRow(body: Tree.Element, heights: ReadonlyMap<Tree.Element, number>): Tree.Element | null {
  let row: Tree.Element | null = null
  let top = 0
  for (let around: Tree.Element | null = body; around;) {
    let next: Tree.Element | null = null
    const isRow: boolean = around.tagName === 'tr'
    let start = top
    for (const node of around.childNodes) {
      if (!('tagName' in node)) continue
      const height: number = heights.get(node) ?? 0
      if (start < pageHeight && start + height > pageHeight) {
        next = node
        top = start
        break
      }
      if (!isRow) start += height
    }
    if (next?.tagName === 'tr') row = next
    around = next
  }
  return row
}
