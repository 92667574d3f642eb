import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, findAttribute } from '../../../../engine/html-tree'
import { unstyled } from './shape-layers'
import {
  css,
  parseBoolean,
  parsePixels,
  splitValues,
  parseVmlStyle,
  type VmlStyle,
} from '../values/vml-values'

export interface ShapeText {
  content: Tree.ChildNode[]
  padding: string
  /** The shape is as high as its text, and ignores the height in its style. */
  fits: boolean
}

/** Left, top, right, bottom in pixels: .1 and .05 in (Microsoft, VML Inset Attribute, 2011). */
const standardInset = [9.6, 4.8, 9.6, 4.8]

/** @param textbox null for text in the shape itself, as in the button of buttons.cm */
export function readText(textbox: Tree.Element | null, content: Tree.ChildNode[]): ShapeText {
  const inset = (textbox && findAttribute(textbox, 'inset')) ?? ''
  const parts = inset.trim() === '' ? [] : splitValues(inset.slice(0, 100))
  const [left, top, right, bottom] = standardInset.map((standard, at) => {
    const pixels = Math.max(parsePixels(parts[at]) ?? standard, 0)
    return `${css(pixels)}px`
  })
  return {
    content,
    padding: `${top} ${right} ${bottom} ${left}`,
    fits: textbox !== null && parseBoolean(parseVmlStyle(textbox).get('mso-fit-shape-to-text'), false),
  }
}

/** Text that does not fit into a fixed height is cut off. */
export function createTextElement(
  { content, padding }: ShapeText,
  style: VmlStyle,
  hasHeight: boolean,
): Tree.Element {
  const anchor = style.get('v-text-anchor')?.toLowerCase() ?? 'top'
  const justified = anchor.startsWith('middle')
    ? 'safe center'
    : anchor.startsWith('bottom')
      ? 'safe flex-end'
      : 'flex-start'
  const box = `${unstyled};position:relative;display:flex;flex-direction:column;justify-content:${justified};padding:${padding}`
  const size = hasHeight ? ';width:100%;height:100%;overflow:hidden' : ''
  const block = createElement('span', { style: `${unstyled};display:block` }, content)
  const aligned = anchor.endsWith('-center') ? [createElement('center', {}, [block])] : [block]
  return createElement('span', { style: box + size }, aligned)
}
