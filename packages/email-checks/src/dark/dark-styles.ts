import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { CheckedEmail } from '../checked-email'
import type { CheckedHtml } from '../checked-html'

/** Whether an email has styles for the dark: a media query, or what Outlook.com's own markers select. */
export const hasDarkStyles = (html: CheckedHtml): boolean =>
  html.styles.some(({ css }) => /prefers-color-scheme\s*:\s*dark|\[data-ogs[cb]\]/i.test(css))

/** Whether an email says that it can be shown dark, in a `<meta>` or in its styles. */
export const declaresDark = (html: CheckedHtml): boolean =>
  html
    .named('meta')
    .some(
      (meta) =>
        /^\s*(?:supported-)?color-schemes?\s*$/i.test(findAttribute(meta, 'name') ?? '') &&
        /\bdark\b/i.test(findAttribute(meta, 'content') ?? ''),
    ) || html.styles.some(({ css }) => /color-scheme\s*:[^;{}]{0,200}?\bdark\b(?!\s*\))/i.test(css))

/** Whether an email says in which colour schemes it can be shown, at all. */
export const declaresScheme = (html: CheckedHtml): boolean =>
  declaresDark(html) ||
  html
    .named('meta')
    .some((meta) => /^\s*(?:supported-)?color-schemes?\s*$/i.test(findAttribute(meta, 'name') ?? ''))

/** The chosen email clients in their dark theme that apply the email's dark styles, and those that do not. */
export function darkClients({ emailClients, changes }: CheckedEmail): { honour: string[]; ignore: string[] } {
  const ignoring = new Set(
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
    honour: dark.filter((code) => !ignoring.has(code)),
    ignore: dark.filter((code) => ignoring.has(code)),
  }
}
