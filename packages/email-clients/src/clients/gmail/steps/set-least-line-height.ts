import { generate, type CssNode, type Declaration, type DeclarationList } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { readCss } from '../../../engine/css-syntax'
import { declarationPlaces } from '../../../engine/declaration-places'
import { placeOf } from '../../../engine/html-tree'
import { InlineDeclarations } from '../../../engine/inline-declarations'
import type { Message, Step } from '../../../engine/message'

const source = 'email-bugs 96, 2021-07-27'
const what = 'line-height below the font size'

/** Pixels of text on the app's page. */
const pageSize = 16
const pixelsOf: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  rem: 16,
}
const headings: Readonly<Record<string, number>> = { h1: 2, h2: 1.5, h3: 1.17, h5: 0.83, h6: 0.67 }

export const setLeastLineHeight: Step = (message) => {
  relaxRules(message)
  const inline = new InlineDeclarations(message)
  const known = new Map<DeclarationList, Sizes>()
  const read = (list: DeclarationList | null): Sizes => {
    const sizes = (list && known.get(list)) ?? sizesOf(list?.children.toArray() ?? [])
    if (list) known.set(list, sizes)
    return sizes
  }

  /** Returns the font size in pixels, or null where only a style block may set it. */
  function relax(element: Tree.Element, inherited: number | null): number | null {
    const own = read(inline.find(element))
    const size =
      resolve(own.size, inherited ?? pageSize) ??
      (inherited === null ? null : inherited * (headings[element.tagName] ?? 1))
    if (isBelow(own.line, size)) {
      message.changes.record({ rule: 'value-refused', what, source }, placeOf(element, 'style'))
      inline.replace(element, /^line-height$/, `line-height:normal${own.important}`)
    }
    return size
  }

  const hasSizesInRules = declarationPlaces(message).some(
    (place) => !place.inline && sizesOf(place.items.toArray()).size,
  )
  const waiting: { node: Tree.ParentNode; size: number | null }[] = [
    { node: message.document, size: hasSizesInRules ? null : pageSize },
  ]
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    const size = 'tagName' in parent.node ? relax(parent.node, parent.size) : parent.size
    for (const child of [...parent.node.childNodes].reverse())
      if ('tagName' in child) waiting.push({ node: child, size })
  }
  inline.finish()
}

/** In rules, the font size is known only where the same rule sets it. */
function relaxRules(message: Message): void {
  for (const { items, inline, where } of declarationPlaces(message)) {
    if (inline) continue
    const { line, size, important, declaration } = sizesOf(items.toArray())
    if (!declaration || !isBelow(line, isRelative(size) ? null : resolve(size, pageSize))) continue
    message.changes.record({ rule: 'value-refused', what, source }, where(declaration))
    const added = readCss(`line-height:normal${important}`, { context: 'declarationList' })
    if (added.type === 'DeclarationList') items.appendList(added.children)
  }
}

interface Length {
  value: number
  unit: string
}

interface Sizes {
  size: Length | null
  line: Length | null
  important: '' | '!important'
  declaration: Declaration | null
}

/** A computed size or a keyword: no line height is below it. */
const unread: Length = { value: Number.NaN, unit: 'px' }

function sizesOf(nodes: readonly CssNode[]): Sizes {
  const sizes: Sizes = { size: null, line: null, important: '', declaration: null }
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue
    const property = node.property.toLowerCase()
    if (!/^(?:font|font-size|line-height)$/.test(property)) continue
    const text = generate(node.value)
    const font = property === 'font' ? readFont(text) : null
    if (property === 'font-size' || font) sizes.size = readLength(font?.size ?? text) ?? unread
    if (property !== 'line-height' && !font) continue
    sizes.line = readLength(font ? font.line : text)
    sizes.important = node.important ? '!important' : ''
    sizes.declaration = node
  }
  return sizes
}

function readFont(text: string): { size: string; line: string } | null {
  const [size, line = ''] = (text.split(/\s/).find((part) => /^[\d.]+[a-z%]/i.test(part)) ?? '').split('/')
  return size ? { size, line } : null
}

function readLength(text: string): Length | null {
  const [, value, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)([a-z]*|%)$/i.exec(text.trim()) ?? []
  if (value === undefined) return null
  return { value: Number(value), unit: Number(value) === 0 ? 'px' : unit.toLowerCase() }
}

const isRelative = (length: Length | null): boolean => length !== null && /^(?:em|%)?$/.test(length.unit)

function resolve(size: Length | null, inherited: number): number | null {
  if (!size) return null
  if (size.unit === 'em') return size.value * inherited
  if (size.unit === '%') return (size.value / 100) * inherited
  const factor = pixelsOf[size.unit]
  return factor === undefined ? null : size.value * factor
}

/** `size` is in pixels. If it is null, only a relative line height can be below it. */
function isBelow(line: Length | null, size: number | null): boolean {
  if (!line || (size === null && !isRelative(line))) return false
  const ofText = size ?? pageSize
  const factor =
    line.unit === '' || line.unit === 'em' ? ofText : line.unit === '%' ? ofText / 100 : pixelsOf[line.unit]
  return factor !== undefined && line.value * factor < ofText - 0.001
}
