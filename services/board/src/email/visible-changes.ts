import type { ApiChange } from '../api/schema'

/** The API's rule where the program itself draws, so that its changes are not known. */
export const notComputed = 'not-computed'

export interface SeenCount {
  number: number
  /** Whether each was left out of this email alone; else the number is the most that it may be. */
  isMeasured: boolean
}

/** Null where the changes are not known. */
export function countSeen(
  changes: readonly Pick<ApiChange, 'rule' | 'effect' | 'basis'>[],
): SeenCount | null {
  if (changes.some(({ rule }) => rule === notComputed)) return null
  const seen = changes.filter(({ effect }) => effect === 'visible')
  return { number: seen.length, isMeasured: seen.every(({ basis }) => basis === 'measured_here') }
}
