import { findSourceUrl } from '@pas/email-clients/sources/cited-sources'
import type { ChangeOfClients } from '@pas/email-clients/effects/changes-of-clients'
import type { CheckedEmail } from '../checked-email'
import { spanAt } from '../checked-html'
import type { CheckName, Finding } from '../rule'

/** The checks that report a change in place of `code`. Null: nothing is wrong with the email. */
const otherChecks: Readonly<Record<string, CheckName | null>> = {
  'asset-not-fetched': 'images',
  'image-not-shown': 'images',
  'message-clipped': 'size',
  'style-over-16-kb': 'size',
  'colour-inverted': 'dark',
  'dark-colour': 'dark',
  'dark-full-inversion': 'dark',
  'dark-lightness-mirrored': 'dark',
  'dark-partial-inversion': 'dark',
  'dark-styles-unused': 'dark',
  darkened: 'dark',
  'not-computed': null,
}

export const isToldByCode = (change: string): boolean => !(change in otherChecks)

/**
 * Visible changes as findings: one for all email clients with the same change in the same place. A finding cites its
 * first source; `describe` gets its first change with an `instead`.
 */
export function changesOf(
  { changes, html }: CheckedEmail,
  isTold: (change: string) => boolean,
  describe: (change: ChangeOfClients) => string,
): Finding[] {
  const findings = new Map<string, Finding & { clients: string[]; count: number; change: ChangeOfClients }>()
  for (const change of changes ?? []) {
    const { rule, what, where, count, clients, effect, source } = change
    if (effect !== 'visible' || !isTold(rule)) continue
    const key = JSON.stringify([rule, what, where?.line, where?.column])
    const known = findings.get(key)
    if (known) {
      known.clients.push(...clients)
      known.count = Math.max(known.count, count)
      if (known.change.instead === null) known.change = change
    } else
      findings.set(key, {
        what,
        span: html && where ? spanAt(html, where) : null,
        count,
        clients: [...clients],
        description: '',
        source: { title: source, url: findSourceUrl(source) },
        change,
      })
  }
  return [...findings.values()].map(({ change, ...finding }) => ({
    ...finding,
    description: describe(change),
  }))
}
