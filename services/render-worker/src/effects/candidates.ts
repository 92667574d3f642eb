import { mayBeWarning } from '@pas/email-checks/code/severity'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { effectOfChange, type EffectOfChange } from '@pas/email-clients/effects/effect-of-change'
import { canBeLeftOut, type PlacedChange } from '@pas/email-clients/effects/measured-here'
import type { Change, Emulation } from '@pas/email-clients/engine/emulated-document'
import type { Candidate } from './search-effects'

export const kindOf = ({ rule, what }: PlacedChange): string => `${rule} ${what}`

export const isOfRadius = ({ what }: PlacedChange): boolean => what.endsWith('radius')

/** Without those that a rule decides. */
export function candidatesOf(code: string, { changes }: Emulation): Change[] {
  return changes.filter((change) => {
    const known = knownEffectOf(code, change)
    return canBeLeftOut(change) && (known?.effect === 'visible' || known?.basis === 'measured_elsewhere')
  })
}

/**
 * First what would be a warning and was seen in other emails; then what is seldom seen, or seldom more than slight; then
 * what would be a note, and last what was seen in no other email.
 */
export function candidateOf(code: string, change: Change): Candidate {
  const { where } = change
  const known = knownEffectOf(code, change)
  const isLikely = known?.basis === 'measured_elsewhere' && !isOfRadius(change)
  const priorityOfSeen = !mayBeWarning(change, code) ? 2 : isLikely ? 0 : 1
  const element = where ? `${where.line}:${where.column}` : change.rule
  return { kind: kindOf(change), element, priority: known?.effect === 'visible' ? priorityOfSeen : 3 }
}

/** An older measurement, or the rule alone, says that it is seen. */
export const isDoubted = (code: string, change: Change): boolean =>
  knownEffectOf(code, change)?.effect === 'visible'

function knownEffectOf(code: string, change: Change): EffectOfChange | null {
  const emailClient = findEmailClient(code)
  return emailClient && effectOfChange(change, emailClient, { orientation: 'vertical', images: 'allowed' })
}
