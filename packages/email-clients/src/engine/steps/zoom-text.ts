import { walk, type Declaration } from 'css-tree'
import type { Citation } from '../../sources/sources'
import { filterEachDeclaration } from '../declaration-places'
import type { Step } from '../message'

/** Pixels. */
const sizeKeywords: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
}
/** Other units are relative to text that is enlarged already. */
const absoluteUnits = new Set('px pt pc in cm mm q rem vw vh vmin vmax'.split(' '))

/**
 * As a WebView's zoom and WebKit's `text-size-adjust`: font sizes, line heights and `em` grow; other widths, margins
 * and pictures do not. The profile enlarges the page's own font.
 */
export function zoomText(factor: number, source: Citation): Step {
  return function zoomText(message) {
    filterEachDeclaration(message, (declaration, place) => {
      const property = declaration.property.toLowerCase()
      if (property !== 'font-size' && property !== 'line-height' && property !== 'font') return true
      if (zoom(declaration, property, factor)) {
        const what = `${property} made ${factor} times as large`
        message.changes.record({ rule: 'text-zoomed', what, source }, ...place.at(declaration))
      }
      return true
    })
  }
}

function zoom({ value }: Declaration, property: string, factor: number): boolean {
  if (value.type !== 'Value') return false
  let isChanged = false
  if (property !== 'line-height') {
    value.children.forEach((node, item) => {
      const pixels = node.type === 'Identifier' ? sizeKeywords[node.name.toLowerCase()] : undefined
      if (pixels !== undefined) item.data = { type: 'Dimension', value: String(pixels), unit: 'px' }
    })
  }
  walk(value, (node) => {
    if (node.type !== 'Dimension' || !absoluteUnits.has(node.unit.toLowerCase())) return
    if (Number(node.value) === 0) return
    node.value = String(round(Number(node.value) * factor))
    isChanged = true
  })
  return isChanged
}

const round = (value: number): number => Math.round(value * 1000) / 1000
