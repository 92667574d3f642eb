import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import { adviceOnElements } from './advice-on-elements'
import { adviceOnProperties } from './advice-on-properties'
import { adviceOnStyleSheets } from './advice-on-style-sheets'
import type { AdviceRow } from './advice-row'

/** For the changes that public templates meet most (`npm run bench -- effects`). The first fitting row counts. */
export const adviceRows: readonly AdviceRow[] = [
  ...adviceOnStyleSheets,
  ...adviceOnProperties,
  ...adviceOnElements,
]

export function findAdvice(
  { rule, what }: Pick<Change, 'rule' | 'what'>,
  { family }: Pick<EmailClient, 'family'>,
): AdviceRow | null {
  return (
    adviceRows.find(
      (row) =>
        (typeof row.rule === 'string' ? row.rule === rule : row.rule.test(rule)) &&
        row.what.test(what) &&
        (row.families?.some((name) => name === family) ?? true),
    ) ?? null
  )
}
