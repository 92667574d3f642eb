import type { Request } from 'express'

/** The languages of the pages, as the tags of RFC 5646 that `<html lang>` and `Intl` take. The first is the default. */
const languages = ['en', 'de', 'fr'] as const

/** A language of the pages. */
export type Language = (typeof languages)[number]

/** The texts of one page in every language. A value is a string, or a function of the values that the text names. */
export type Texts<T> = Record<Language, T>

/** The language that the browser likes best by its `Accept-Language` (RFC 9110 §12.5.4); English when we have none of its. */
export const languageOf = (req: Request): Language => req.acceptsLanguages(...languages) || 'en'
