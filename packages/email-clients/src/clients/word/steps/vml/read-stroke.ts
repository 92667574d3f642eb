import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../../../engine/html-tree'
import { parseBoolean, parseColor, parsePixels } from '../values/vml-values'

export interface Stroke {
  /** CSS pixels. */
  weight: number
  color: string
  style: 'solid' | 'dashed' | 'dotted'
}

/** A line is black and one pixel by default. `stroke` and `stroked` mean the same (HT 2021). */
export function readStroke(shape: Tree.Element, stroke: Tree.Element | null): Stroke | null {
  const read = (name: string, shapeName: string): string | null =>
    (stroke && findAttribute(stroke, name)) ?? findAttribute(shape, shapeName)
  const isStroked =
    parseBoolean(findAttribute(shape, 'stroked') ?? findAttribute(shape, 'stroke'), true) &&
    parseBoolean(stroke && findAttribute(stroke, 'on'), true)
  const weight = Math.min(parsePixels(read('weight', 'strokeweight')) ?? 1, 500)
  if (!isStroked || !(weight > 0)) return null
  const color = read('color', 'strokecolor')
  const painted = color === null ? '#000000' : parseColor(color)
  if (painted === null) return null
  const dashes = (stroke && findAttribute(stroke, 'dashstyle'))?.trim().toLowerCase() ?? 'solid'
  return { weight, color: painted, style: dashStyle(dashes) }
}

/** @param dashes a name as Word writes it, or lengths of dashes and gaps in stroke widths */
function dashStyle(dashes: string): Stroke['style'] {
  if (dashes === '' || dashes === 'solid') return 'solid'
  return /^(?:short|sys|round)?dot$|^1\s/.test(dashes) ? 'dotted' : 'dashed'
}
