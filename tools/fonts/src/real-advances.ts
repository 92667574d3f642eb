import advances from './real-advances.json'

export type AdvanceStyle = 'light' | 'regular' | 'bold' | 'italic' | 'boldItalic'

/** Advances of U+0020 to U+007E, in that order and in the font's units. */
interface RealAdvances {
  /** With date or version. */
  source: string
  unitsPerEm: number
  styles: Partial<Record<AdvanceStyle, readonly number[]>>
}

/** Key: the name of a font that we may not distribute. */
const realAdvances: Readonly<Record<string, RealAdvances | undefined>> = advances

/** In ems, by character; null when unknown for this style. */
export function findRealAdvances(family: string, style: AdvanceStyle): ReadonlyMap<string, number> | null {
  const real = realAdvances[family]
  const units = real?.styles[style]
  if (!units) return null
  return new Map(
    units.map((advance, index) => [String.fromCharCode(0x20 + index), advance / real.unitsPerEm]),
  )
}
