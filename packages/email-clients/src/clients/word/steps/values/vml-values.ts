import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

export type VmlStyle = ReadonlyMap<string, string>

/** CSS pixels. VML's own pixels do not scale with the DPI. */
const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  in: 96,
  pc: 16,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  em: 16,
}

/** In pixels, for hostile emails. Word's largest paper is 22 in. */
const maxPixels = 10_000

const numberWithUnit = /^([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))\s*([a-z%]{0,2})$/i

/** Returns CSS pixels; null for a percentage or anything else. */
export function parsePixels(text: string | null | undefined): number | null {
  const [, number = '', unit = ''] = numberWithUnit.exec(text?.trim() ?? '') ?? []
  const factor = pixelsPerUnit[unit.toLowerCase()]
  if (number === '' || factor === undefined) return null
  return bounded(Number(number) * factor)
}

/** Reads `.5`, `50%`, or `32768f` (16.16 fixed point). Null for anything else. */
export function parseFraction(text: string | null | undefined): number | null {
  const [, number = '', unit = ''] = numberWithUnit.exec(text?.trim() ?? '') ?? []
  if (number === '') return null
  if (unit === '%') return Number(number) / 100
  if (unit.toLowerCase() === 'f') return Number(number) / 65_536
  return unit === '' ? Number(number) : null
}

/** HT 2021, and real templates: words in any case. */
export function parseBoolean(text: string | null | undefined, otherwise: boolean): boolean {
  const word = text?.trim().toLowerCase() ?? ''
  if (['t', 'true', '1', 'on', 'yes'].includes(word)) return true
  if (['f', 'false', '0', 'off', 'no'].includes(word)) return false
  return otherwise
}

export const splitValues = (text: string): string[] =>
  text.split(',').flatMap((values) => values.trim().split(/\s+/))

export function parsePair(
  text: string | null | undefined,
  parse: (part: string) => number | null,
): [number | null, number | null] {
  const [first = '', second = ''] = splitValues((text ?? '').slice(0, 64))
  return [parse(first), parse(second)]
}

/** Null for `none` and colours that CSS does not have. Office appends palette numbers: `#4f81bd [3204]`. */
export function parseColor(text: string | null | undefined): string | null {
  const color = (text ?? '').slice(0, 64).replace(/\[.*/, '').trim().toLowerCase()
  if (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.test(color)) return color
  if (/^[0-9a-f]{6}$/.test(color)) return `#${color}`
  if (/^rgb\(\s*\d{1,3}%?\s*(?:,\s*\d{1,3}%?\s*){2}\)$/.test(color)) return color.replaceAll(' ', '')
  return /^[a-z]{3,24}$/.test(color) && color !== 'none' && color !== 'inherit' ? color : null
}

/** A CSS parser cannot read VML: it has other names, and numbers without units. */
export function parseVmlStyle(element: Tree.Element): VmlStyle {
  const style = new Map<string, string>()
  const text = element.attrs.find(({ name }) => name === 'style')?.value ?? ''
  for (const declaration of text.slice(0, 10_000).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim().toLowerCase()
    style.set(
      name,
      declaration
        .slice(colon + 1)
        .replace(/!\s*important\s*$/i, '')
        .trim(),
    )
  }
  return style
}

const bounded = (pixels: number): number => Math.min(Math.max(pixels, -maxPixels), maxPixels)

/** A number as CSS has it, with at most three decimals. */
export const css = (number: number): string => String(Math.round(number * 1000) / 1000)
