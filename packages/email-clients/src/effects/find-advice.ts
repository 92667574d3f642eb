import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import { adviceRows, type Advice } from './advice'

/** What to write instead of what this email client changed. Null if no advice is known. */
export function findAdvice(
  { rule, what }: Pick<Change, 'rule' | 'what'>,
  { family }: EmailClient,
): Advice | null {
  const row = adviceRows.find(
    (candidate) =>
      (typeof candidate.rule === 'string' ? candidate.rule === rule : candidate.rule.test(rule)) &&
      candidate.what.test(what) &&
      (candidate.families?.some((name) => name === family) ?? true),
  )
  return row ? { text: row.text, source: row.source } : null
}
