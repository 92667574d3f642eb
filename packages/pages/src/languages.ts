import type { Request, Response } from 'express'
import { cookieAttributes } from './cookie-attributes'

/** Tags of RFC 5646. The first is the default. */
export const languages = ['en', 'de', 'fr'] as const

export type Language = (typeof languages)[number]

export const languageNames: Texts<string> = { en: 'English', de: 'Deutsch', fr: 'Français' }

export type Texts<T> = Record<Language, T>

const cookieName = '__Host-language'
const cookieLifetimeMs = 365 * 24 * 60 * 60 * 1000

declare global {
  namespace Express {
    interface Locals {
      /** Null when the user has chosen none. Set by `keepLanguage`. */
      keptLanguage?: Language | null
    }
  }
}

/** The user's choice, else the browser's `Accept-Language` (RFC 9110 §12.5.4), else English. */
export function languageOf(req: Request): Language {
  const kept = req.res?.locals.keptLanguage
  const preferred = (kept === undefined ? languageInCookie(req) : kept) ?? req.acceptsLanguages(...languages)
  return knownLanguage(preferred) ?? 'en'
}

/**
 * A cookie for pages without a user; null or an unknown language removes it. Call it whenever the user's row, which is
 * the truth, is read (ADR 55).
 */
export function keepLanguage(res: Response, chosen: string | null): void {
  const language = knownLanguage(chosen)
  res.locals.keptLanguage = language
  // The cookie says so already.
  if (languageInCookie(res.req) === language && visitorsLanguage(res.req) === null) return
  if (language === null) res.clearCookie(cookieName, cookieAttributes)
  else setCookie(res, language)
}

/** The sign-in stores the visitor's language for a user who has chosen none. */
export function keepVisitorsLanguage(res: Response, language: Language): void {
  res.locals.keptLanguage = language
  setCookie(res, `${language}.visitor`)
}

/** What `keepVisitorsLanguage` kept; null after the sign-in. */
export const visitorsLanguage = (req: Request): Language | null =>
  knownLanguage(/(?:^|;)\s*__Host-language=([a-z]+)\.visitor\s*(?:;|$)/.exec(req.headers.cookie ?? '')?.[1])

function setCookie(res: Response, value: string): void {
  res.cookie(cookieName, value, { ...cookieAttributes, maxAge: cookieLifetimeMs })
}

/** Reads the header, because some pages are sent before cookies are parsed. */
function languageInCookie(req: Request): Language | null {
  const [, sent] =
    /(?:^|;)\s*__Host-language=([a-z]+)(?:\.visitor)?\s*(?:;|$)/.exec(req.headers.cookie ?? '') ?? []
  return knownLanguage(sent)
}

const knownLanguage = (sent: unknown): Language | null =>
  languages.find((language) => language === sent) ?? null

const locales: Texts<string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

/** In UTC: `23 November 2026`. */
export const formatDay = (language: Language, day: Date): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(day)

/** In UTC: `November 2026`. */
export const formatMonth = (language: Language, day: Date): string =>
  new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(day)

/** `23 November 2026 at 14:05 UTC`. */
export const formatMoment = (language: Language, at: Date): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at) + '\u00a0UTC'

/** Making a format takes longer than formatting a hundred numbers. */
const numberFormats = new Map<string, Intl.NumberFormat>()

function numberFormatOf(language: Language, unit?: 'minute' | 'hour' | 'megabyte'): Intl.NumberFormat {
  const key = `${language} ${unit ?? ''}`
  const known = numberFormats.get(key)
  if (known) return known
  const unitDisplay = unit === 'megabyte' ? 'short' : 'long'
  const options = unit && ({ style: 'unit', unit, unitDisplay, maximumFractionDigits: 0 } as const)
  const format = new Intl.NumberFormat(locales[language], options)
  numberFormats.set(key, format)
  return format
}

export const formatNumber = (language: Language, value: number): string =>
  numberFormatOf(language).format(value)

/** `10,737 MB`. */
export const formatBytes = (language: Language, bytes: number): string =>
  numberFormatOf(language, 'megabyte').format(bytes / 1_000_000)

/** In minutes, or in hours from 100 minutes on, rounded up: `5 minutes`, `3 hours`. */
export const formatWait = (language: Language, seconds: number): string =>
  formatDuration(language, seconds, Math.ceil)

/** As `formatWait`, but rounded down, so that hardly more time is promised than there is; 47 h 55 min are 48 hours. */
export const formatTimeLeft = (language: Language, seconds: number): string =>
  formatDuration(language, seconds, (number) => Math.floor(number + 1 / 12))

const formatDuration = (language: Language, seconds: number, round: (number: number) => number): string => {
  const [unit, secondsEach] = seconds < 100 * 60 ? (['minute', 60] as const) : (['hour', 3_600] as const)
  return numberFormatOf(language, unit).format(Math.max(1, round(seconds / secondsEach)))
}
