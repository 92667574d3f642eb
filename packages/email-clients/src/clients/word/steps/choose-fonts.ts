import type { Citation } from '../../../sources/sources'
import { generate, walk, type CssNode, type Value } from 'css-tree'
import { readCss } from '../../../engine/css-syntax'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import { elementsIn, findAttribute, placeOf, setAttribute } from '../../../engine/html-tree'
import type { Message, Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'
import { defaultFont, findFont } from '../windows-fonts'

/** The fallback of an `@font-face`, by the family's name in lower case. */
type DeclaredFonts = ReadonlyMap<string, string>

/** HT 2019: values of `mso-generic-font-family`. */
const officeGenerics: ReadonlyMap<string, string> = new Map([
  ['swiss', 'Arial'],
  ['roman', defaultFont],
  ['modern', 'Courier New'],
  ['script', 'Comic Sans MS'],
  ['decorative', 'Impact'],
])

const fontSizes = /^(?:xx-small|x-small|small|medium|large|x-large|xx-large|larger|smaller)$/i

/**
 * @param stopsAtDeclared whether a font of an `@font-face` ends the list, as up to 2016: then its `mso-font-alt` or
 * `mso-generic-font-family` counts, or Times New Roman
 */
export function chooseFonts({ stopsAtDeclared }: { stopsAtDeclared: boolean }): Step {
  return function chooseFonts(message) {
    const taken = takeDeclaredFonts(message)
    const declared: DeclaredFonts = stopsAtDeclared ? taken : new Map()
    filterEachDeclaration(message, (declaration, place) => {
      const property = declaration.property.toLowerCase()
      if (!['font', 'font-family', 'mso-ascii-font-family'].includes(property)) return true
      if (declaration.value.type !== 'Value') return true
      const nodes = [...declaration.value.children]
      const from = property === 'font' ? findFamilyStart(nodes) : 0
      if (from === null || isInherited(nodes)) return true
      const names = namesIn(nodes.slice(from))
      const { font, skipped, source } = pickFont(names, declared)
      if (skipped !== null) {
        const kind = { rule: 'font-missing', what: skipped, source }
        message.changes.record(kind, ...place.at(declaration))
      }
      declaration.value.children.fromArray([...nodes.slice(0, from), ...familyNodes(font)])
      return true
    })
    for (const element of elementsIn(message.document)) {
      const face = element.tagName === 'font' ? findAttribute(element, 'face') : null
      if (face === null) continue
      const names = face.slice(0, 1_000).split(',').map(unquote).filter(Boolean)
      const { font, skipped, source } = pickFont(names, declared)
      if (skipped !== null) {
        message.changes.record({ rule: 'font-missing', what: skipped, source }, placeOf(element, 'face'))
      }
      setAttribute(element, 'face', familyListOf(font))
    }
  }
}

function pickFont(
  names: readonly string[],
  declared: DeclaredFonts,
): { font: string; skipped: string | null; source: Citation } {
  const [first = ''] = names
  for (const name of names) {
    const known = findFont(name)
    if (known) {
      const skipped = name === first ? null : first
      return { font: known.name, skipped, source: 'engineering default: the fonts of Windows and Office' }
    }
    const replacement = declared.get(name.toLowerCase())
    if (replacement !== undefined) {
      return {
        font: replacement,
        skipped: first,
        source: 'HT 2019; caniemail css-at-font-face note 5, 2023-12',
      }
    }
  }
  return { font: defaultFont, skipped: first === '' ? null : first, source: 'HT 2019: Times New Roman' }
}

/** Reads `@font-face` rules and removes them, because Word never fetches fonts; reads addresses of font services. */
function takeDeclaredFonts({ styleBlocks, document, changes }: Message): DeclaredFonts {
  const declared = new Map<string, string>()
  const addresses: string[] = []
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Atrule',
      enter(node, item, list) {
        const name = node.name.toLowerCase()
        if (name === 'import' && node.prelude) addresses.push(generate(node.prelude))
        if (name !== 'font-face' || !node.block) return
        const values = new Map<string, string>()
        for (const child of node.block.children) {
          if (child.type === 'Declaration') values.set(child.property.toLowerCase(), generate(child.value))
        }
        const family = unquote(values.get('font-family') ?? '')
        if (family !== '') declared.set(family.toLowerCase(), replacementOf(values))
        if (list && item) list.remove(item)
        if (!values.has('src')) return
        const source = 'caniemail css-at-font-face note 4, 2023-12'
        changes.record({ rule: 'web-font-ignored', what: family, source }, placeOfCss(node.loc))
      },
    })
  }
  for (const element of elementsIn(document)) {
    if (element.tagName === 'link') addresses.push(findAttribute(element, 'href') ?? '')
  }
  for (const family of addresses.flatMap(familiesOfService)) {
    const name = family.toLowerCase()
    if (!declared.has(name)) declared.set(name, defaultFont)
  }
  return declared
}

function replacementOf(values: ReadonlyMap<string, string>): string {
  const alternative = findFont(unquote(values.get('mso-font-alt') ?? ''))
  if (alternative) return alternative.name
  return officeGenerics.get((values.get('mso-generic-font-family') ?? '').trim().toLowerCase()) ?? defaultFont
}

function familiesOfService(address: string): string[] {
  return [...address.slice(0, 4_000).matchAll(/[?&]family=([^&#"')]*)/g)]
    .flatMap(([, families = '']) => families.split('|'))
    .map((family) => decodeQuery(family).replace(/:.*/s, ''))
    .filter((name) => name !== '')
}

/** A font service writes `+` for a blank. */
function decodeQuery(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim()
  } catch {
    return ''
  }
}

/** The families stand after the size. Null for the name of a system font. */
function findFamilyStart(nodes: readonly CssNode[]): number | null {
  const size = nodes.findIndex(
    (node) =>
      node.type === 'Dimension' ||
      node.type === 'Percentage' ||
      (node.type === 'Identifier' && fontSizes.test(node.name)),
  )
  if (size < 0) return null
  const slash = nodes[size + 1]
  const start = slash?.type === 'Operator' && slash.value === '/' ? size + 3 : size + 1
  return start < nodes.length ? start : null
}

function isInherited([only, ...others]: readonly CssNode[]): boolean {
  return others.length === 0 && only?.type === 'Identifier' && /^inherit$/i.test(only.name)
}

function namesIn(nodes: readonly CssNode[]): string[] {
  const names: string[][] = [[]]
  for (const node of nodes) {
    if (node.type === 'Operator' && node.value === ',') names.push([])
    else names.at(-1)?.push(node.type === 'String' ? node.value : generate(node))
  }
  return names.map((words) => unquote(words.join(' '))).filter((name) => name !== '')
}

function unquote(text: string): string {
  return text
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim()
}

function familyListOf(font: string): string {
  return `"${font}",${findFont(font)?.generic ?? 'serif'}`
}

function familyNodes(font: string): CssNode[] {
  return [...(readCss(familyListOf(font), { context: 'value' }) as Value).children]
}
