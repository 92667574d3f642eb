import type { ApiChange } from '../api/schema'

/** The API's rule where the program itself draws, so that its changes are not known. */
export const notComputed = 'not-computed'

export function countVisible(changes: readonly Pick<ApiChange, 'rule' | 'effect'>[]): number | null {
  if (changes.some(({ rule }) => rule === notComputed)) return null
  return changes.filter(({ effect }) => effect === 'visible').length
}
