import type { Citation } from '../../sources/sources'
import { generate, List, walk, type CssNode, type Value } from 'css-tree'
import type { ChangeKind } from '../change-log'
import { readCss } from '../css-syntax'
import { filterEachDeclaration } from '../declaration-places'
import { elementsIn, placeOf } from '../html-tree'
import type { Message, Step } from '../message'

export interface FontSubstitution {
  /** Lower case. */
  names: readonly string[]
  /** CSS list in its place, the device's font first. Null: the list's next family is used. */
  drawn: string | null
}

/** Characters of a `<font face>`. A longer one is not parsed and stays. */
const maxListLength = 1_000
const sizeKeywords = new Set(
  'xx-small x-small small medium large x-large xx-large xxx-large smaller larger'.split(' '),
)
/** Generic families, and keywords of every property: no fonts. */
const keywords = new Set(
  'serif sans-serif monospace cursive fantasy system-ui math inherit initial unset revert revert-layer'.split(
    ' ',
  ),
)

/**
 * A family that the email loads by `@font-face` stays if the device lacks it. `standard`: drawn if a list has no other
 * family. `standardSource`: says that it is drawn for unknown families, too.
 */
export function substituteFonts(
  substitutions: readonly FontSubstitution[],
  standard: string,
  source: Citation,
  standardSource: Citation | null = null,
): Step {
  const drawnByName = new Map(substitutions.flatMap(({ names, drawn }) => names.map((name) => [name, drawn])))

  return function substituteFonts(message) {
    const declared = declaredFonts(message)
    filterEachDeclaration(message, (declaration, place) => {
      const { value } = declaration
      const name = declaration.property.toLowerCase()
      if ((name !== 'font' && name !== 'font-family') || value.type !== 'Value') return true
      const kind = substituteIn(value, name === 'font', declared)
      if (kind) message.changes.record(kind, ...place.at(declaration))
      return true
    })
    for (const element of elementsIn(message.document)) {
      const face = element.tagName === 'font' ? element.attrs.find(({ name }) => name === 'face') : undefined
      if (!face || face.value.length > maxListLength) continue
      const value = readCss(face.value, { context: 'value' })
      const kind = value.type === 'Value' ? substituteIn(value, false, declared) : null
      if (!kind) continue
      face.value = generate(value)
      message.changes.record(kind, placeOf(element, 'face'))
    }
  }

  function substituteIn(
    value: Value,
    isShorthand: boolean,
    declared: ReadonlySet<string>,
  ): ChangeKind | null {
    let firstReplaced: string | null = null
    let hasMissing = false
    // The size in `font`, for example.
    let beforeFamilies: CssNode[] = []
    const families: CssNode[][] = []
    splitAtCommas(value).forEach((nodes, at) => {
      const start = isShorthand && at === 0 ? nodes.findLastIndex(isNoFamily) + 1 : 0
      const family = nodes.slice(start).map(nameOf).join(' ').trim()
      const drawn = drawnByName.get(family.toLowerCase())
      if (at === 0) beforeFamilies = nodes.slice(0, start)
      if (drawn === undefined || (drawn === null && declared.has(family.toLowerCase()))) {
        families.push(nodes.slice(start))
        return
      }
      if (drawn === null) hasMissing = true
      else families.push([raw(drawn)])
      const isDrawnItself = drawn?.toLowerCase().startsWith(family.toLowerCase()) ?? false
      if (!isDrawnItself) firstReplaced ??= family
    })
    let cited = source
    // A `font` without a size is a keyword, such as `inherit`.
    const hasFamilies = families.length > 0 && (!isShorthand || beforeFamilies.length > 0)
    if (standardSource !== null && hasFamilies && families.every(isUnknown)) {
      const names = families.map((nodes) => nodes.map(nameOf).join(' '))
      if (firstReplaced === null) cited = standardSource
      if (!names.some((name) => declared.has(name.toLowerCase()))) firstReplaced ??= names[0] ?? null
      families.push([raw(standard)])
    }
    if (hasMissing && families.length === 0) families.push([raw(standard)])
    const rebuilt = families.flatMap((nodes, at): CssNode[] =>
      at === 0 ? nodes : [{ type: 'Operator', value: ',' }, ...nodes],
    )
    const [first] = rebuilt
    // No blank is generated between a size and raw text.
    if (beforeFamilies.length > 0 && first?.type === 'Raw') rebuilt[0] = raw(` ${first.value}`)
    value.children = new List<CssNode>().fromArray([...beforeFamilies, ...rebuilt])
    return firstReplaced === null ? null : { rule: 'font-substituted', what: firstReplaced, source: cited }
  }
}

function isUnknown(nodes: readonly CssNode[]): boolean {
  const [first] = nodes
  return (
    first !== undefined &&
    nodes.every(({ type }) => type === 'Identifier' || type === 'String') &&
    !(nodes.length === 1 && first.type === 'Identifier' && keywords.has(first.name.toLowerCase()))
  )
}

const raw = (value: string): CssNode => ({ type: 'Raw', value })

/** Lower case. */
function declaredFonts({ styleBlocks }: Message): Set<string> {
  const declared = new Set<string>()
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Atrule',
      enter({ name, block }) {
        if (name.toLowerCase() !== 'font-face') return
        block?.children.forEach((node) => {
          if (node.type !== 'Declaration' || node.property.toLowerCase() !== 'font-family') return
          if (node.value.type === 'Value')
            declared.add([...node.value.children].map(nameOf).join(' ').toLowerCase())
        })
      },
    })
  }
  return declared
}

function splitAtCommas({ children }: Value): CssNode[][] {
  const groups: CssNode[][] = [[]]
  children.forEach((node) => {
    if (node.type === 'Operator' && node.value.trim() === ',') groups.push([])
    else groups.at(-1)?.push(node)
  })
  return groups
}

/** Before the families of `font`: the last such node is the size or the line height. */
function isNoFamily(node: CssNode): boolean {
  return node.type === 'Identifier' ? sizeKeywords.has(node.name.toLowerCase()) : node.type !== 'String'
}

function nameOf(node: CssNode): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'String' ? node.value : ''
}
