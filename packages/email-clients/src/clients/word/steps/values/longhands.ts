const sides = ['top', 'right', 'bottom', 'left'] as const

export function expandSides<Part>(parts: readonly Part[]): [side: (typeof sides)[number], part: Part][] {
  const [top, right = top, bottom = top, left = right] = parts
  return [top, right, bottom, left].flatMap((part, at) => {
    const side = sides[at]
    return part === undefined || side === undefined ? [] : [[side, part]]
  })
}

/** `background` becomes `background-color`, because `refineDeclarations` has left only its colour. */
export function longhandsOf(property: string, value: string): [name: string, value: string][] {
  if (property === 'padding' || property === 'margin') {
    return expandSides(value.trim().split(/\s+/)).map(([side, part]) => [`${property}-${side}`, part])
  }
  if (property === 'background') return [['background-color', value]]
  return [[property, value]]
}

export const isPainted = (color: string | undefined): boolean =>
  color !== undefined && !/^(?:transparent|none|inherit|initial|unset)?$/i.test(color.trim())
