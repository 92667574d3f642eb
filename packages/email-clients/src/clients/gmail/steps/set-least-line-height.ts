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
const pageFontSize = 16
const pixelsPerUnit: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  rem: 16,
}
const headingSizesInEm: Readonly<Record<string, number>> = { h1: 2, h2: 1.5, h3: 1.17, h5: 0.83, h6: 0.67 }

export const setLeastLineHeight: Step = (message) => {
  relaxRules(message)
  const inline = new InlineDeclarations(message)
  const sizesByList = new Map<DeclarationList, Sizes>()
  const inlineSizesOf = (element: Tree.Element): Sizes => {
    const list = inline.find(element)
    const sizes = (list && sizesByList.get(list)) ?? readSizes(list?.children.toArray() ?? [])
    if (list) sizesByList.set(list, sizes)
    return sizes
  }

  /** Returns the font size in pixels, or null where only a style block may set it. */
  function relax(element: Tree.Element, inheritedSize: number | null): number | null {
    const sizes = inlineSizesOf(element)
    const standardSize =
      inheritedSize === null ? null : inheritedSize * (headingSizesInEm[element.tagName] ?? 1)
    const fontSize = toPixels(sizes.fontSize, inheritedSize ?? pageFontSize) ?? standardSize
    if (isBelow(sizes.lineHeight, fontSize)) {
      message.changes.record({ rule: 'value-refused', what, source }, placeOf(element, 'style'), 1, {
        elements: [element],
      })
      inline.replace(element, /^line-height$/, `line-height:normal${sizes.important}`)
    }
    return fontSize
  }

  const hasSizesInRules = declarationPlaces(message).some(
    (place) => !place.inline && readSizes(place.items.toArray()).fontSize !== null,
  )
  const waiting: { node: Tree.ParentNode; inheritedSize: number | null }[] = [
    { node: message.document, inheritedSize: hasSizesInRules ? null : pageFontSize },
  ]
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    const { node, inheritedSize } = parent
    const fontSize = 'tagName' in node ? relax(node, inheritedSize) : inheritedSize
    for (const child of [...node.childNodes].reverse())
      if ('tagName' in child) waiting.push({ node: child, inheritedSize: fontSize })
  }
  inline.finish()
}

/** In rules, the font size is known only where the same rule sets it. */
function relaxRules(message: Message): void {
  for (const { items, inline, at } of declarationPlaces(message)) {
    if (inline) continue
    const { lineHeight, fontSize, important, lineHeightDeclaration } = readSizes(items.toArray())
    const pixels = isRelative(fontSize) ? null : toPixels(fontSize, pageFontSize)
    if (!lineHeightDeclaration || !isBelow(lineHeight, pixels)) continue
    message.changes.record({ rule: 'value-refused', what, source }, ...at(lineHeightDeclaration))
    const added = readCss(`line-height:normal${important}`, { context: 'declarationList' })
    if (added.type === 'DeclarationList') items.appendList(added.children)
  }
}

interface Length {
  value: number
  unit: string
}

interface Sizes {
  fontSize: Length | null
  lineHeight: Length | null
  important: '' | '!important'
  lineHeightDeclaration: Declaration | null
}

/** A computed size or a keyword: no line height is below it. */
const unreadable: Length = { value: Number.NaN, unit: 'px' }

function readSizes(nodes: readonly CssNode[]): Sizes {
  const sizes: Sizes = { fontSize: null, lineHeight: null, important: '', lineHeightDeclaration: null }
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue
    const property = node.property.toLowerCase()
    if (!/^(?:font|font-size|line-height)$/.test(property)) continue
    const text = generate(node.value)
    const font = property === 'font' ? readFont(text) : null
    if (property === 'font-size' || font) sizes.fontSize = readLength(font?.fontSize ?? text) ?? unreadable
    if (property !== 'line-height' && !font) continue
    sizes.lineHeight = readLength(font ? font.lineHeight : text)
    sizes.important = node.important ? '!important' : ''
    sizes.lineHeightDeclaration = node
  }
  return sizes
}

function readFont(text: string): { fontSize: string; lineHeight: string } | null {
  const sizePart = text.split(/\s/).find((part) => /^[\d.]+[a-z%]/i.test(part)) ?? ''
  const [fontSize, lineHeight = ''] = sizePart.split('/')
  return fontSize ? { fontSize, lineHeight } : null
}

function readLength(text: string): Length | null {
  const [, value, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)([a-z]*|%)$/i.exec(text.trim()) ?? []
  if (value === undefined) return null
  return { value: Number(value), unit: Number(value) === 0 ? 'px' : unit.toLowerCase() }
}

const isRelative = (length: Length | null): boolean => length !== null && /^(?:em|%)?$/.test(length.unit)

function toPixels(fontSize: Length | null, inheritedSize: number): number | null {
  if (!fontSize) return null
  if (fontSize.unit === 'em') return fontSize.value * inheritedSize
  if (fontSize.unit === '%') return (fontSize.value / 100) * inheritedSize
  const factor = pixelsPerUnit[fontSize.unit]
  return factor === undefined ? null : fontSize.value * factor
}

/** `fontSize` is in pixels. If it is null, only a relative line height can be below it. */
function isBelow(lineHeight: Length | null, fontSize: number | null): boolean {
  if (!lineHeight || (fontSize === null && !isRelative(lineHeight))) return false
  const textSize = fontSize ?? pageFontSize
  const pixelsPerRelativeUnit = lineHeight.unit === '%' ? textSize / 100 : textSize
  const factor = isRelative(lineHeight) ? pixelsPerRelativeUnit : pixelsPerUnit[lineHeight.unit]
  return factor !== undefined && lineHeight.value * factor < textSize - 0.001
}
