import type { Language } from '@pas/pages/languages'

const units = [
  { unit: 'megabyte', bytes: 1_000_000 },
  { unit: 'kilobyte', bytes: 1_000 },
] as const

/** `512 byte`, `1.2 kB`, `3 MB`. */
export function formatSize(language: Language, bytes: number): string {
  const fitting = units.find((one) => bytes >= one.bytes)
  const format = new Intl.NumberFormat(language, {
    ...({ style: 'unit', unitDisplay: 'short', maximumFractionDigits: 1 } as const),
    unit: fitting?.unit ?? 'byte',
  })
  return format.format(bytes / (fitting?.bytes ?? 1))
}
