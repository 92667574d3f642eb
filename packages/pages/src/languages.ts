import type { Request } from 'express'

/** The languages of the pages, as the tags of RFC 5646 that `<html lang>` takes. The first is the default. */
const languages = ['en', 'de', 'fr'] as const

/** A language of the pages. */
export type Language = (typeof languages)[number]

/** The texts of one page in every language. A text is a string, or a function of the values that it names. */
export type Texts<T> = Record<Language, T>

/**
 * The language that the browser prefers by its `Accept-Language` (RFC 9110 §12.5.4); English when it wants none of
 * ours.
 */
export function languageOf(req: Request): Language {
  const preferred = req.acceptsLanguages(...languages)
  return languages.find((language) => language === preferred) ?? 'en'
}

/** The locales in which `Intl` writes dates and numbers. */
const locales: Texts<string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

/** A day in UTC, written out: `23 November 2026`. */
export const formatDay = (language: Language, day: Date): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(day)

/** The number formats made so far. Making one takes longer than formatting a hundred numbers. */
const numberFormats = new Map<string, Intl.NumberFormat>()

function numberFormatOf(language: Language, unit?: 'minute' | 'hour'): Intl.NumberFormat {
  const key = `${language} ${unit ?? ''}`
  const known = numberFormats.get(key)
  if (known) return known
  const options = unit && ({ style: 'unit', unit, unitDisplay: 'long' } as const)
  const made = new Intl.NumberFormat(locales[language], options)
  numberFormats.set(key, made)
  return made
}

/** A whole number, with the language's separator of thousands. */
export const formatNumber = (language: Language, value: number): string =>
  numberFormatOf(language).format(value)

/** A wait in minutes, or from 100 minutes on in hours, rounded up: `1 minute`, `5 minutes`, `3 hours`. */
export const formatWait = (language: Language, seconds: number): string =>
  formatDuration(language, seconds, Math.ceil)

/** As `formatWait`, but rounded down: the time for which something is still there, of which no more may be promised. */
export const formatTimeLeft = (language: Language, seconds: number): string =>
  formatDuration(language, seconds, Math.floor)

const formatDuration = (language: Language, seconds: number, round: (number: number) => number): string => {
  const [unit, secondsEach] = seconds < 100 * 60 ? (['minute', 60] as const) : (['hour', 3_600] as const)
  return numberFormatOf(language, unit).format(Math.max(1, round(seconds / secondsEach)))
}
