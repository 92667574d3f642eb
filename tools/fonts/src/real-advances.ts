import advances from './real-advances.json'

/** The styles of which advances may be known. */
export type AdvanceStyle = 'light' | 'regular' | 'bold' | 'italic' | 'boldItalic'

/** A real font's advances of U+0020 to U+007E, in that order and in its units. */
interface RealAdvances {
  /** Where the advances come from, and of which date or version. */
  source: string
  unitsPerEm: number
  styles: Partial<Record<AdvanceStyle, readonly number[]>>
}

/** Advances of fonts that we may not distribute, by the font's name, copied from their sources. */
const realAdvances: Readonly<Record<string, RealAdvances | undefined>> = advances

/** A real font's advances in ems, by character; null when they are not known for this style. */
export function findRealAdvances(family: string, style: AdvanceStyle): ReadonlyMap<string, number> | null {
  const real = realAdvances[family]
  const units = real?.styles[style]
  if (!units) return null
  return new Map(
    units.map((advance, index) => [String.fromCharCode(0x20 + index), advance / real.unitsPerEm]),
  )
}
