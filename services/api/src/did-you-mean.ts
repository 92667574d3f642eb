import { distance } from 'fastest-levenshtein'

/** Characters that may differ between what was sent and what is suggested. */
const maxDistance = 2
/** Suggestions in one text. */
const maxSuggestions = 5
/** A longer text is no misspelt name. It also limits the time, which grows with the length. */
const maxLength = 40

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * ` Did you mean A, B or C?` with the names that contain what was sent, or differ from it in few characters, the
 * most similar first; empty when there is none.
 */
export function didYouMean(sent: string, names: readonly string[]): string {
  const similar = similarNames(sent, names)
  return similar.length === 0 ? '' : ` Did you mean ${asAlternatives(similar)}?`
}

/** `A, B or C`. */
export const asAlternatives = (names: readonly string[]): string => list.format(names)

/** The names that `didYouMean` suggests. */
export function similarNames(sent: string, names: readonly string[]): string[] {
  if (sent.length < 2 || sent.length > maxLength) return []
  return names
    .map((name) => ({ name, difference: differenceOf(sent, name) }))
    .filter(({ difference }) => difference < Infinity)
    .sort((one, other) => one.difference - other.difference || (one.name < other.name ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ name }) => name)
}

/** The characters that differ; Infinity when the name is not to be suggested. */
function differenceOf(sent: string, name: string): number {
  const changed = distance(sent, name)
  if (changed <= Math.min(maxDistance, Math.floor(sent.length / 3))) return changed
  return name.includes(sent) ? changed : Infinity
}
