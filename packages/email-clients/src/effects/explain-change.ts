import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import { findSourceUrl } from '../sources/cited-sources'
import { findAdvice } from './advice'
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
  change: PlacedChange & Pick<Change, 'effect' | 'instead'>,
  emailClient: EmailClient,
  options: PreviewOptions,
  measuredHere?: MeasuredHere,
): Explanation {
  const known = effectOfChange(change, emailClient, options)
  const judged: EffectOfChange = measuredHere
    ? { effect: measuredHere.isSeen ? 'visible' : 'none', basis: 'measured_here' }
    : known
  const isAdvised = judged.effect === 'visible' && change.instead !== null
  const advice = isAdvised ? findAdvice(change, emailClient) : null
  if (!advice) return { ...judged, instead: null }
  const { text, source } = advice
  return { ...judged, instead: { text, source, source_url: findSourceUrl(source) } }
}

export const notComputed = 'not-computed'

/** Stands for the changes of a client that really runs: an empty list would say that it changes nothing. */
export const notComputedChange = ({
  name,
}: Pick<EmailClient, 'name'>): Omit<Change, keyof Explanation | 'source'> &
  Explanation & { source: string } => ({
  rule: notComputed,
  what: name,
  where: null,
  count: 1,
  source: 'not computed: this is the program itself',
  effect: 'none',
  basis: 'rule',
  instead: null,
})
