import { walk, type Declaration } from 'css-tree'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import type { Step } from '../../../engine/message'

/**
 * The factor by which the app on Android makes its WebView enlarge text: 14/13 in whole percent
 * (LineageOS/android_packages_apps_UnifiedEmail, ConversationViewUtils and constants.xml; Gmail was built from that
 * app, 2011 to 2016). In EDMdesigner/modern-html-email-tutorial, lessons 09 and 11, 2017-03 to 2017-05, a `line-height`
 * of 20 px is 64/3 px high.
 */
export const textZoom = 1.07

const source = 'LineageOS/android_packages_apps_UnifiedEmail, ConversationViewUtils: text zoom'

/** The absolute sizes of CSS, in pixels. */
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
/** Units that are enlarged. Others are relative to text that is enlarged already. */
const absoluteUnits = new Set('px pt pc in cm mm q rem vw vh vmin vmax'.split(' '))

/**
 * Applies a WebView's text zoom: font sizes and line heights grow; widths, margins and pictures do not. It does not
 * change the font of the client's page, which the profile enlarges itself.
 */
export const zoomText: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    const property = declaration.property.toLowerCase()
    if (property !== 'font-size' && property !== 'line-height' && property !== 'font') return true
    if (zoom(declaration, property)) {
      const what = `${property} made ${textZoom} times as large`
      message.changes.record({ rule: 'text-zoomed', what, source }, place.where(declaration), place.count)
    }
    return true
  })
}

/** Enlarges the lengths of a value in place. Returns whether it had any. */
function zoom({ value }: Declaration, property: string): boolean {
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
    node.value = String(round(Number(node.value) * textZoom))
    isChanged = true
  })
  return isChanged
}

const round = (value: number): number => Math.round(value * 1000) / 1000
