import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../engine/html-tree'
import type { DrawnEmail } from './drawn-email'

/** In CSS pixels. A third of the narrowest message of a desktop's client, and the text column of a phone. */
const usualColumn = 240
const narrowColumn = 100
const usualFontSize = 16
/** Elements or characters in one element. More count as having long words. */
const maxWithin = 5_000

/**
 * Whether a word of the element may be wider than its column, so that it may break. No letter counts as wider than its
 * font's size. Texts of blocks without a blank between them count as one word.
 */
export function mayBreakWords(element: Tree.Element, drawn: DrawnEmail): boolean {
  const column = Math.min(...elementsAround(element).map((node) => columnOf(node, drawn)))
  return mayExceed(element, column, drawn)
}

/** Whether a word, a picture or a table in the element may be wider than so many CSS pixels. */
export function mayExceed(element: Tree.Element, width: number, drawn: DrawnEmail): boolean {
  const within = readWithin(element)
  if (within === null || within.elements.some((node) => widthOf(node, drawn) > width)) return true
  const longest = Math.max(0, ...within.text.split(/\s+/).map((word) => word.length))
  const sizes = [...elementsAround(element), ...within.elements].flatMap((node) =>
    drawn.valuesOf(node, /^font(?:-size)?$/),
  )
  return longest * Math.max(usualFontSize, ...sizes.map(readFontSize)) > width
}

/** Zero for what is as wide as what is around it. */
function widthOf(element: Tree.Element, drawn: DrawnEmail): number {
  if (!/^(?:img|table|td|th|div|input|video|svg)$/.test(element.tagName)) return 0
  const values = [...drawn.valuesOf(element, /^(?:min-)?width$/), findAttribute(element, 'width') ?? '']
  if (values.includes('unknown')) return Infinity
  const widths = values.filter((value) => /^\d[\d.]*\s*(?:px)?$/.test(value.trim())).map(Number.parseFloat)
  if (widths.length > 0) return Math.max(...widths)
  return /^(?:img|input|video|svg)$/.test(element.tagName) ? Infinity : 0
}

function readWithin(element: Tree.Element): { text: string; elements: Tree.Element[] } | null {
  let text = ''
  const elements: Tree.Element[] = []
  const waiting: Tree.ChildNode[] = [...element.childNodes].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value
    if ('tagName' in node) elements.push(node)
    if ('childNodes' in node) waiting.push(...[...node.childNodes].reverse())
    if (text.length > maxWithin || elements.length > maxWithin) return null
  }
  return { text, elements }
}

function elementsAround(element: Tree.Element): Tree.Element[] {
  const around: Tree.Element[] = []
  for (let node: Tree.ParentNode | null = element; node && 'tagName' in node; node = node.parentNode)
    around.push(node)
  return around
}

/** Infinite for what depends on other sizes. */
function readFontSize(value: string): number {
  const [, number, unit] = /(?:^|\s)([\d.]+)(px|pt)/.exec(value) ?? []
  if (number !== undefined) return Number(number) * (unit === 'pt' ? 4 / 3 : 1)
  return /^(?:inherit|0|small|smaller|x-small|xx-small|medium|initial)$/.test(value)
    ? usualFontSize
    : Infinity
}

function columnOf(element: Tree.Element, drawn: DrawnEmail): number {
  const widths = [...drawn.valuesOf(element, /^(?:max-)?width$/), findAttribute(element, 'width') ?? '']
  return Math.min(usualColumn, ...widths.map(readWidth))
}

function readWidth(value: string): number {
  if (value === 'unknown') return 0
  const [, number, unit] = /^\s*([\d.]+)(px|%)?/.exec(value) ?? []
  if (number === undefined) return usualColumn
  if (unit !== '%') return Number(number)
  return Number(number) < 40 ? narrowColumn : usualColumn
}
