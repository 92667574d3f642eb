import { generate, type CssNode, type DeclarationList } from 'css-tree'
import { eachSide } from '../values/longhands'
import { parsePixels } from '../values/vml-values'
import { sides, type Side } from './paragraph-format'

interface BorderParts {
  width: number
  style: string
}

const keywordWidths: Readonly<Record<string, number>> = { thin: 1, medium: 3, thick: 5 }
const styles = new Set('none hidden dotted dashed solid double groove ridge inset outset'.split(' '))
const maxPixels = 8

/** Returns the widths of visible ones, in pixels. */
export function readBorders(list: DeclarationList | null): Partial<Record<Side, number>> {
  const parts = new Map<Side, BorderParts>()
  for (const node of list?.children ?? []) {
    if (node.type !== 'Declaration' || node.value.type !== 'Value') continue
    const [, side, part] =
      /^border(?:-(top|right|bottom|left))?(?:-(width|style))?$/.exec(node.property.toLowerCase()) ?? []
    if (
      !node.property.toLowerCase().startsWith('border') ||
      (part === undefined && side === undefined && node.property.toLowerCase() !== 'border')
    )
      continue
    const nodes = [...node.value.children]
    const said: (readonly [Side, CssNode | null])[] =
      side === undefined
        ? part === undefined
          ? sides.map((name) => [name, null])
          : eachSide(nodes)
        : [[side as Side, nodes[0] ?? null]]
    for (const [name, value] of said) {
      const known = parts.get(name) ?? { width: 3, style: 'none' }
      if (part === 'width') known.width = widthOf(value) ?? known.width
      else if (part === 'style') known.style = styleOf(value) ?? known.style
      else {
        known.width = nodes.map(widthOf).find((width) => width !== null) ?? 3
        known.style = nodes.map(styleOf).find((style) => style !== null) ?? 'none'
      }
      parts.set(name, known)
    }
  }
  const seen: Partial<Record<Side, number>> = {}
  for (const [side, { width, style }] of parts) {
    if (width > 0 && style !== 'none' && style !== 'hidden') seen[side] = Math.min(width, maxPixels)
  }
  return seen
}

function widthOf(node: CssNode | null): number | null {
  if (node?.type === 'Identifier') return keywordWidths[node.name.toLowerCase()] ?? null
  if (node?.type !== 'Dimension' && node?.type !== 'Number') return null
  return parsePixels(generate(node))
}

function styleOf(node: CssNode | null): string | null {
  const name = node?.type === 'Identifier' ? node.name.toLowerCase() : ''
  return styles.has(name) ? name : null
}
