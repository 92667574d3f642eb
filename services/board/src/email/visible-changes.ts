import type { ApiChange } from '../api/schema'

/** The rule of the row that an email client has when the program itself draws, so that its changes are not known. */
export const notComputed = 'not-computed'

/** How many changes are seen in the picture. Null if the program itself draws, so that nobody knows. */
export function countVisible(changes: readonly Pick<ApiChange, 'rule' | 'effect'>[]): number | null {
  if (changes.some(({ rule }) => rule === notComputed)) return null
  return changes.filter(({ effect }) => effect === 'visible').length
}
