import { generate, List, type CssNode, type Value } from 'css-tree'
import { readCss } from '../css-syntax'
import { filterEachDeclaration } from '../declaration-places'
import { elementsIn, placeOf } from '../html-tree'
import type { Step } from '../message'

/** Families that a device has under another name, or not at all. */
export interface FontSubstitution {
  /** In lower case. */
  names: readonly string[]
  /** CSS family list drawn in their place: the device's own font first, then the nearest that may be installed here. */
  drawn: string
}

/** Longer lists are nobody's fonts. */
const maxListLength = 1_000
const sizeKeywords = new Set(
  'xx-small x-small small medium large x-large xx-large xxx-large smaller larger'.split(' '),
)

/** Draws font families as the ones the device has in their place, in CSS and in `<font face>`. */
export function substituteFonts(substitutions: readonly FontSubstitution[], source: string): Step {
  const drawnByName = new Map(substitutions.flatMap(({ names, drawn }) => names.map((name) => [name, drawn])))

  return (message) => {
    filterEachDeclaration(message, ({ property, value, ...declaration }, place) => {
      const name = property.toLowerCase()
      if ((name !== 'font' && name !== 'font-family') || value.type !== 'Value') return true
      const what = substituteIn(value, name === 'font')
      const kind = { rule: 'font-substituted', what: what ?? '', source }
      if (what !== null)
        message.changes.record(kind, place.where({ property, value, ...declaration }), place.count)
      return true
    })
    for (const element of elementsIn(message.document)) {
      const face = element.tagName === 'font' ? element.attrs.find(({ name }) => name === 'face') : undefined
      if (!face || face.value.length > maxListLength) continue
      const value = readCss(face.value, { context: 'value' })
      const what = value.type === 'Value' ? substituteIn(value, false) : null
      if (what === null) continue
      face.value = generate(value)
      message.changes.record({ rule: 'font-substituted', what, source }, placeOf(element, 'face'))
    }
  }

  /** Changes a list of families in place and answers the first that was replaced; null when none was. */
  function substituteIn(value: Value, isShorthand: boolean): string | null {
    let replaced: string | null = null
    const rebuilt: CssNode[] = []
    splitAtCommas(value).forEach((nodes, at) => {
      const start = isShorthand && at === 0 ? nodes.findLastIndex(isNoFamily) + 1 : 0
      const family = nodes.slice(start).map(nameOf).join(' ').trim()
      const drawn = drawnByName.get(family.toLowerCase())
      if (at > 0) rebuilt.push({ type: 'Operator', value: ',' })
      if (drawn === undefined) {
        rebuilt.push(...nodes)
        return
      }
      rebuilt.push(...nodes.slice(0, start), { type: 'Raw', value: (start > 0 ? ' ' : '') + drawn })
      if (!drawn.toLowerCase().startsWith(family.toLowerCase())) replaced ??= family
    })
    value.children = new List<CssNode>().fromArray(rebuilt)
    return replaced
  }
}

function splitAtCommas({ children }: Value): CssNode[][] {
  const groups: CssNode[][] = [[]]
  children.forEach((node) => {
    if (node.type === 'Operator' && node.value.trim() === ',') groups.push([])
    else groups.at(-1)?.push(node)
  })
  return groups
}

/** In the shorthand the families stand behind the size and what belongs to it. */
function isNoFamily(node: CssNode): boolean {
  return node.type === 'Identifier' ? sizeKeywords.has(node.name.toLowerCase()) : node.type !== 'String'
}

function nameOf(node: CssNode): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'String' ? node.value : ''
}
