const sides = ['top', 'right', 'bottom', 'left'] as const

/** Expands one to four parts of a shorthand to the four sides, as CSS does. */
export function eachSide<Part>(parts: readonly Part[]): [side: (typeof sides)[number], part: Part][] {
  const [top, right = top, bottom = top, left = right] = parts
  return [top, right, bottom, left].flatMap((part, at) => {
    const side = sides[at]
    return part === undefined || side === undefined ? [] : [[side, part]]
  })
}

/**
 * Splits `padding` and `margin` into their sides. `background` becomes `background-color`, because `refineDeclarations`
 * has left only its colour. Other properties stay as they are.
 */
export function longhands(property: string, value: string): [name: string, value: string][] {
  if (property === 'padding' || property === 'margin') {
    return eachSide(value.trim().split(/\s+/)).map(([side, part]) => [`${property}-${side}`, part])
  }
  if (property === 'background') return [['background-color', value]]
  return [[property, value]]
}

/** Whether a colour is visible. */
export const isPainted = (color: string | undefined): boolean =>
  color !== undefined && !/^(?:transparent|none|inherit|initial|unset)?$/i.test(color.trim())
