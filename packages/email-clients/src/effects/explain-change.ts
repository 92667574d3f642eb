import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import { findSourceUrl } from '../sources/cited-sources'
import { adviceRows, type Advice } from './advice'
import { effectOfChange, type EffectOfChange, type PreviewOptions } from './effect-of-change'
import type { MeasuredHere, PlacedChange } from './measured-here'

export interface Instead {
  text: string
  source: string
  source_url: string | null
}

export interface Explanation extends EffectOfChange {
  instead: Instead | null
}

export function explainChange(
  change: PlacedChange,
  emailClient: EmailClient,
  options: PreviewOptions,
  measuredHere?: MeasuredHere,
): Explanation {
  const known = effectOfChange(change, emailClient, options)
  const judged: EffectOfChange = measuredHere
    ? { effect: measuredHere.isSeen ? 'visible' : 'none', basis: 'measured_here' }
    : known
  const advice = judged.effect === 'visible' ? findAdvice(change, emailClient) : null
  return { ...judged, instead: advice && { ...advice, source_url: findSourceUrl(advice.source) } }
}

export const notComputed = 'not-computed'

/** Stands for the changes of a client that really runs: an empty list would say that it changes nothing. */
export const notComputedChange = ({
  name,
}: Pick<EmailClient, 'name'>): Omit<Change, 'source'> & Explanation & { source: string } => ({
  rule: notComputed,
  what: name,
  where: null,
  count: 1,
  source: 'not computed: this is the program itself',
  effect: 'none',
  basis: 'rule',
  instead: null,
})

function findAdvice({ rule, what }: Pick<Change, 'rule' | 'what'>, { family }: EmailClient): Advice | null {
  const row = adviceRows.find(
    (candidate) =>
      (typeof candidate.rule === 'string' ? candidate.rule === rule : candidate.rule.test(rule)) &&
      candidate.what.test(what) &&
      (candidate.families?.some((name) => name === family) ?? true),
  )
  return row ? { text: row.text, source: row.source } : null
}
