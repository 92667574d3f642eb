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

/** What email clients of their own accord do to the colours of an email in the dark. */
export const recolouring: ReadonlySet<string> = new Set([
  'colour-inverted',
  'dark-colour',
  'dark-full-inversion',
  'dark-lightness-mirrored',
  'dark-partial-inversion',
  'darkened',
])

/**
 * Codes of the email clients whose dark colours are theirs, computed in a way that is not published. Without Apple Mail,
 * whose way is, and without Outlook on the web and its apps where the email has dark styles, which they apply, too.
 */
export function unpublishedDarkClients({ html, changes }: CheckedEmail): ReadonlySet<string> {
  const hasOwn = html !== null && hasDarkStyles(html)
  const isUnpublished = (rule: string): boolean =>
    recolouring.has(rule) && rule !== 'colour-inverted' && !(rule === 'dark-colour' && hasOwn)
  return new Set((changes ?? []).filter(({ rule }) => isUnpublished(rule)).flatMap(({ clients }) => clients))
}
