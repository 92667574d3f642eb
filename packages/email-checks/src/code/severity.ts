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
  'font-missing',
  'font-substituted',
  'height-renamed',
  'image-height-freed',
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
 * templates where it was measured.
 */
export function severityOf(
  { rule, basis, clients }: Pick<ChangeOfClients, 'rule' | 'basis' | 'clients'>,
  isMeasured: (emailClient: string) => boolean,
): Severity {
  if (errors.has(rule)) return 'error'
  const isUnproved = basis === 'rule' || (basis === 'measured_elsewhere' && clients.every(isMeasured))
  return notes.has(rule) || isUnproved ? 'note' : 'warning'
}

export const usualSeverityOf = (change: string): Severity =>
  errors.has(change) ? 'error' : notes.has(change) ? 'note' : 'warning'
