const sides = ['top', 'right', 'bottom', 'left'] as const

/** `padding` and `margin` taken apart by side; of `background` nothing is left but its colour (`refineDeclarations`); every other property as it is. */
export function longhands(property: string, value: string): [name: string, value: string][] {
  if (property === 'padding' || property === 'margin') {
    const parts = value.trim().split(/\s+/).slice(0, 4)
    const [top = '', right = top, bottom = top, left = right] = parts
    const values = { top, right, bottom, left }
    return sides.map((side) => [`${property}-${side}`, values[side]])
  }
  if (property === 'background') return [['background-color', value]]
  return [[property, value]]
}

/** Whether a colour paints anything. */
export const isPainted = (color: string | undefined): boolean =>
  color !== undefined && !/^(?:transparent|none|inherit|initial|unset)?$/i.test(color.trim())
