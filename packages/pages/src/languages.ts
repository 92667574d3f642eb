import type { Request, Response } from 'express'
import { cookieAttributes } from './cookie-attributes'

/** The languages of the pages, as the tags of RFC 5646 that `<html lang>` takes. The first is the default. */
export const languages = ['en', 'de', 'fr'] as const

export type Language = (typeof languages)[number]

/** The languages by their own names, in the order in which a reader chooses. */
export const languageNames: Texts<string> = { en: 'English', de: 'Deutsch', fr: 'Français' }

/** The texts of one page in every language. A text is a string, or a function of the values that it names. */
export type Texts<T> = Record<Language, T>

declare global {
  namespace Express {
    interface Locals {
      /** The language of this request's user; null when they have chosen none. Set by `keepLanguage`. */
      keptLanguage?: Language | null
    }
  }
}

/**
 * The language that the user of this browser chose, or else the one that the browser prefers by its `Accept-Language`
 * (RFC 9110 §12.5.4); English when it wants none of ours.
 */
export function languageOf(req: Request): Language {
  const kept = req.res?.locals.keptLanguage
  const preferred = (kept === undefined ? cookieOf(req) : kept) ?? req.acceptsLanguages(...languages)
  return knownLanguage(preferred) ?? 'en'
}

/**
 * Remembers in a cookie which language the user chose, for this answer and for pages that know of no user, such as that
 * of the sign-in. Null, or a language that this release does not have, forgets it. The user's row is the truth: call it
 * whenever that is read. Each service has a cookie of its own, as they have origins of their own.
 */
export function keepLanguage(res: Response, chosen: string | null): void {
  const language = knownLanguage(chosen)
  res.locals.keptLanguage = language
  if (cookieOf(res.req) === language && visitorsLanguage(res.req) === null) return
  if (language === null) res.clearCookie(cookieName, cookieAttributes)
  else setCookie(res, language)
}

/** Remembers in the cookie the language of a visitor, which the sign-in stores for a user who has chosen none. */
export function keepVisitorsLanguage(res: Response, language: Language): void {
  res.locals.keptLanguage = language
  setCookie(res, `${language}.visitor`)
}

/** The language that was chosen in this browser by `keepVisitorsLanguage`; null when none was, or since the sign-in. */
export const visitorsLanguage = (req: Request): Language | null =>
  knownLanguage(/(?:^|;)\s*__Host-language=([a-z]+)\.visitor\s*(?:;|$)/.exec(req.headers.cookie ?? '')?.[1])

function setCookie(res: Response, value: string): void {
  res.cookie(cookieName, value, { ...cookieAttributes, maxAge: cookieLifetimeMs })
}

const cookieName = '__Host-language'
const cookieLifetimeMs = 365 * 24 * 60 * 60 * 1000

/** Read from the header, because some pages are sent before cookies are parsed. */
function cookieOf(req: Request): Language | null {
  const [, sent] =
    /(?:^|;)\s*__Host-language=([a-z]+)(?:\.visitor)?\s*(?:;|$)/.exec(req.headers.cookie ?? '') ?? []
  return knownLanguage(sent)
}

const knownLanguage = (sent: unknown): Language | null =>
  languages.find((language) => language === sent) ?? null

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
