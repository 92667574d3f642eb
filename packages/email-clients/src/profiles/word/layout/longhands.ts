const sides = ['top', 'right', 'bottom', 'left'] as const

/** `padding` and `margin` taken apart by side, `background` down to its colour; every other property as it is. */
export function longhands(property: string, value: string): [name: string, value: string][] {
  if (property === 'padding' || property === 'margin') {
    const parts = value.trim().split(/\s+/).slice(0, 4)
    const [top = '', right = top, bottom = top, left = right] = parts
    const values = { top, right, bottom, left }
    return sides.map((side) => [`${property}-${side}`, values[side]])
  }
  if (property === 'background') return [['background-color', backgroundColor(value)]]
  return [[property, value]]
}

/** Word takes nothing but the colour from the shorthand (caniemail css-background note 3, 2023-07). */
function backgroundColor(value: string): string {
  const color = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|hsla?\([^)]*\)/i.exec(value)?.[0]
  if (color !== undefined) return color
  const keyword = value
    .replace(/[a-z-]+\([^)]*\)/gi, '')
    .split(/[\s,/]+/)
    .find((word) => /^[a-z]+$/i.test(word) && !layout.has(word.toLowerCase()))
  return keyword ?? 'transparent'
}

const layout = new Set(
  'none repeat round space scroll fixed local top right bottom left center cover contain auto'.split(' '),
)

/** Whether a colour paints anything. */
export const isPainted = (color: string | undefined): boolean =>
  color !== undefined && !/^(?:transparent|none|inherit|initial|unset)?$/i.test(color.trim())
