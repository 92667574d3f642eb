import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { CheckedEmail } from '../checked-email'
import type { CheckedHtml } from '../checked-html'

/** Also true for what the markers of Outlook.com select. */
export const hasDarkStyles = (html: CheckedHtml): boolean =>
  html.styles.some(({ css }) => /prefers-color-scheme\s*:\s*dark|\[data-ogs[cb]\]/i.test(css))

const schemesIn = (html: CheckedHtml): string[] =>
  html
    .named('meta')
    .filter((meta) => /^\s*(?:supported-)?color-schemes?\s*$/i.test(findAttribute(meta, 'name') ?? ''))
    .map((meta) => findAttribute(meta, 'content') ?? '')

export const declaresDark = (html: CheckedHtml): boolean =>
  schemesIn(html).some((schemes) => /\bdark\b/i.test(schemes)) ||
  html.styles.some(({ css }) => /color-scheme\s*:[^;{}]{0,200}?\bdark\b(?!\s*\))/i.test(css))

export const declaresScheme = (html: CheckedHtml): boolean => declaresDark(html) || schemesIn(html).length > 0

/** Codes of the dark email clients that apply the email's dark styles, and of those that do not. */
export function darkClients({ emailClients, changes }: CheckedEmail): {
  honouring: string[]
  ignoring: string[]
} {
  const ignoringCodes = new Set(
    (changes ?? [])
      .filter(
        ({ rule, what }) =>
          rule === 'dark-styles-unused' ||
          rule === 'style-unsupported' ||
          what.includes('prefers-color-scheme'),
      )
      .flatMap(({ clients }) => clients),
  )
  const dark = emailClients
    .filter(({ isDark, fidelity }) => isDark && fidelity !== 'client')
    .map(({ code }) => code)
  return {
    honouring: dark.filter((code) => !ignoringCodes.has(code)),
    ignoring: dark.filter((code) => ignoringCodes.has(code)),
  }
}
