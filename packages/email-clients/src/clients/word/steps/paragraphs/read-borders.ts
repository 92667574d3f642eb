import { generate, type CssNode, type DeclarationList } from 'css-tree'
import { expandSides } from '../values/longhands'
import { parsePixels } from '../values/vml-values'
import { sides, type Side } from './paragraph-format'

interface BorderParts {
  width: number
  style: string
}

const borderProperty = /^border(?:-(top|right|bottom|left))?(?:-(width|style))?$/
const keywordWidths: Readonly<Record<string, number>> = { thin: 1, medium: 3, thick: 5 }
const styles = new Set('none hidden dotted dashed solid double groove ridge inset outset'.split(' '))
/** The initial values of CSS. */
const initial: Readonly<BorderParts> = { width: 3, style: 'none' }
const maxBorderPixels = 8

/** Returns the widths of visible borders, in CSS pixels. */
export function readBorders(list: DeclarationList | null): Partial<Record<Side, number>> {
  const borders = new Map<Side, BorderParts>()
  for (const node of list?.children ?? []) {
    if (node.type !== 'Declaration' || node.value.type !== 'Value') continue
    const match = borderProperty.exec(node.property.toLowerCase())
    if (!match) continue
    const [side, part] = [match[1] as Side | undefined, match[2]]
    const values = [...node.value.children]
    if (part === undefined) {
      for (const name of side === undefined ? sides : [side]) borders.set(name, readShorthand(values))
      continue
    }
    const sideValues: readonly (readonly [Side, CssNode | null])[] =
      side === undefined ? expandSides(values) : [[side, values[0] ?? null]]
    for (const [name, value] of sideValues) {
      const border = borders.get(name) ?? { ...initial }
      if (part === 'width') border.width = widthOf(value) ?? border.width
      else border.style = styleOf(value) ?? border.style
      borders.set(name, border)
    }
  }
  const visible: Partial<Record<Side, number>> = {}
  for (const [side, { width, style }] of borders) {
    if (width > 0 && style !== 'none' && style !== 'hidden') visible[side] = Math.min(width, maxBorderPixels)
  }
  return visible
}

/** What a shorthand leaves out gets its initial value. */
const readShorthand = (values: readonly CssNode[]): BorderParts => ({
  width: values.map(widthOf).find((width) => width !== null) ?? initial.width,
  style: values.map(styleOf).find((style) => style !== null) ?? initial.style,
})

function widthOf(node: CssNode | null): number | null {
  if (node?.type === 'Identifier') return keywordWidths[node.name.toLowerCase()] ?? null
  if (node?.type !== 'Dimension' && node?.type !== 'Number') return null
  return parsePixels(generate(node))
}

function styleOf(node: CssNode | null): string | null {
  const name = node?.type === 'Identifier' ? node.name.toLowerCase() : ''
  return styles.has(name) ? name : null
}
