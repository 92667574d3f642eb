import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import { findSourceUrl } from '../sources/cited-sources'
import { findAdvice } from './find-advice'
import { effectOfChange, type Effect, type PreviewOptions } from './effect-of-change'

/** What to write instead of what was changed, as the wire has it. */
export interface Instead {
  text: string
  source: string
  source_url: string | null
}

/** Whether a change matters, and what to write instead, if that is known. */
export interface Explanation {
  effect: Effect
  instead: Instead | null
}

/** Explains a change of this email client in such a preview. Only what is seen needs other markup. */
export function explainChange(
  change: Pick<Change, 'rule' | 'what'>,
  emailClient: EmailClient,
  options: PreviewOptions,
): Explanation {
  const effect = effectOfChange(change, emailClient, options)
  const advice = effect === 'visible' ? findAdvice(change, emailClient) : null
  return { effect, instead: advice && { ...advice, source_url: findSourceUrl(advice.source) } }
}

/** The rule of the row that an email client has when the program itself draws: its changes cannot be listed. */
export const notComputed = 'not-computed'

/**
 * The row in place of the changes of an email client that really runs, whose `fidelity` is `client`. It is no change, so
 * it has no effect; without it, an empty list would say that the program changes nothing.
 */
export const notComputedChange = ({
  name,
}: Pick<EmailClient, 'name'>): Omit<Change, 'source'> & Explanation & { source: string } => ({
  rule: notComputed,
  what: name,
  where: null,
  count: 1,
  source: 'not computed: this is the program itself',
  effect: 'none',
  instead: null,
})
