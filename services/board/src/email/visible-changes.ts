import type { ApiChange } from '../api/schema'

/** The rule that the API gives when the program itself draws, so that its changes are not known. */
export const notComputed = 'not-computed'

/** Null if the program itself draws. */
export function countVisible(changes: readonly Pick<ApiChange, 'rule' | 'effect'>[]): number | null {
  if (changes.some(({ rule }) => rule === notComputed)) return null
  return changes.filter(({ effect }) => effect === 'visible').length
}
