import type { Declaration } from 'css-tree'
import { filterEachDeclaration } from '../../../emulate/declaration-places'
import type { Step } from '../../../emulate/message'

/**
 * Negative margins and `auto` count for nothing: `align` alone centres. In the shorthand the other sides keep theirs. Windows 10 Mail has
 * `auto` (its cell css-margin, 2019-10, is without that note).
 */
export const dropRefusedMargins =
  (isWindowsMail: boolean): Step =>
  (message) => {
    filterEachDeclaration(message, (declaration, place) => {
      const property = declaration.property.toLowerCase()
      if (!/^margin(?:-(?:top|right|bottom|left))?$/.test(property)) return true
      const refused = replaceRefused(declaration, isWindowsMail)
      for (const [what, source] of refused) {
        const kind = { rule: 'margin-refused', what: `${property}: ${what}`, source }
        message.changes.record(kind, place.where(declaration), place.count)
      }
      return property === 'margin' || refused.size === 0
    })
  }

/** Puts 0 in the place of what is refused, and says why each was. */
function replaceRefused({ value }: Declaration, hasAuto: boolean): Map<string, string> {
  const refused = new Map<string, string>()
  if (value.type !== 'Value') return refused
  const { children } = value
  children.forEach((node, item) => {
    const what =
      !hasAuto && node.type === 'Identifier' && node.name.toLowerCase() === 'auto'
        ? 'auto'
        : (node.type === 'Dimension' || node.type === 'Percentage') && Number(node.value) < 0
          ? 'negative'
          : null
    if (what === null) return
    refused.set(what, `caniemail css-margin note ${what === 'auto' ? 4 : 1}, 2019-10`)
    children.replace(item, children.createItem({ type: 'Number', value: '0' }))
  })
  return refused
}
