import { findEmailClient } from '@pas/email-clients/catalogue'
import type { ChangeOfClients } from '@pas/email-clients/effects/changes-of-clients'
import type { Severity } from '../rule'

/** Something is missing that the email shows, or visible that it hides. */
const errors: ReadonlySet<string> = new Set([
  'element-removed',
  'form-control-removed',
  'image-cut-off',
  'image-not-hidden',
  'table-not-hidden',
  'viewport-height-zero',
])

/** The email may intend it, or every email has it: nothing is lost. */
const notes: ReadonlySet<string> = new Set([
  'aligned-table-spaced',
  'automatic-text-white',
  'background-behind-lines',
  'background-in-margin',
  'body-replaced',
  'border-outwards',
  'comment-removed',
  'conditional-hidden',
  'conditional-shown',
  'data-detected',
  'empty-cell-has-line',
  // The checks `links` and `template` tell what is wrong with the address.
  'empty-link-removed',
  'font-missing',
  'font-substituted',
  'height-renamed',
  'image-height-freed',
  'invalid-link-shown',
  'link-detected',
  'link-target-forced',
  'mail-link-coloured',
  'no-text-part',
  'office-property',
  'office-settings-hidden',
  'one-pixel-line-possible',
  'page-gap-possible',
  'pixels-not-scaled',
  'quotation-folded',
  'row-padding-equal',
  'signed-content',
  'table-spacing-in-cells',
  'text-zoomed',
  'value-refined',
  'vml-background-can-collapse',
  'vml-drawn',
  'web-font-ignored',
  'window-fitted',
  'word-break-inserted',
  'word-break-replaced',
])

/**
 * A warning is of something that is seen: here, or, in an email client in which nothing was measured here, in the public
 * templates where it was measured. What differs in corners alone, or is so in every email, is a note: nobody mends it.
 */
export function severityOf(change: SeenChange, isMeasured: (emailClient: string) => boolean): Severity {
  const { rule, basis, clients, minorIn } = change
  if (errors.has(rule)) return 'error'
  const isUnproved = basis === 'rule' || (basis === 'measured_elsewhere' && clients.every(isMeasured))
  const isSlight = clients.every((code) => minorIn.includes(code))
  return notes.has(rule) || isUnproved || isSlight || isExpected(change) ? 'note' : 'warning'
}

type SeenChange = Pick<ChangeOfClients, 'rule' | 'what' | 'basis' | 'clients' | 'minorIn'> & {
  element: string
}

/** Whether it is more than a note once it is measured as seen. */
export function mayBeWarning({ rule, what }: Pick<SeenChange, 'rule' | 'what'>, code: string): boolean {
  const asSeen = { rule, what, element: '', clients: [code] }
  return errors.has(rule) || !(notes.has(rule) || isExpected({ ...asSeen, basis: 'measured_here' }))
}

const isExpected = ({ rule, what, basis, element, clients }: Omit<SeenChange, 'minorIn'>): boolean =>
  expected.some(
    (one) =>
      one.rule === rule &&
      !(one.untilMeasured && basis === 'measured_here') &&
      one.what.test(what) &&
      (one.element?.test(element) ?? true) &&
      clients.every((code) => one.isIn?.(code) ?? true),
  )

/** Many emails have it, and nothing in them mends that. */
const expected: readonly {
  rule: string
  what: RegExp
  /** Its name, such as `a.button`. */
  element?: RegExp
  isIn?: (code: string) => boolean
  /** Not once it is measured in this email as seen. */
  untilMeasured?: true
}[] = [
  // What cannot be read in the dark is told by the contrast.
  { rule: 'media-query-unsupported', what: /prefers-color-scheme/ },
  // Mostly for narrow windows, which Word never has.
  {
    rule: 'at-rule-unsupported',
    what: /^@media$/,
    isIn: (code) => findEmailClient(code)?.family === 'word',
    untilMeasured: true,
  },
  // The space for a message, and that around it, are the email client's.
  { rule: 'property-not-on-element', what: /^(?:margin[a-z-]*|width|height) on <(?:body|html)>$/ },
  { rule: 'declaration-unsupported', what: /^min-(?:width|height)$/, element: /^(?:body|html)\b/ },
  // Mostly opens and shuts what is shown anyway where it does not work.
  {
    rule: 'selector-unsupported',
    what: /\[type="?(?:checkbox|radio)"?\]|:checked/,
    untilMeasured: true,
  },
  // The columns of a table mostly share its width in any case.
  {
    rule: 'declaration-unsupported',
    what: /^(?:-webkit-|-moz-)?box-sizing$/,
    element: /^(?:table|tbody|tr|t[dh])\b/,
    untilMeasured: true,
  },
  // An addition that may be missing.
  { rule: 'declaration-unsupported', what: /^(?:-webkit-|-moz-)?(?:text|box)-shadow$/ },
  // Campaign Monitor makes links of these when it sends.
  { rule: 'element-unsupported', what: /^<(?:webversion|unsubscribe|forwardtoafriend|preferences)>$/ },
]

export const usualSeverityOf = (change: string): Severity =>
  errors.has(change) ? 'error' : notes.has(change) ? 'note' : 'warning'
