import { distance } from 'fastest-levenshtein'

const maxDistance = 2
const maxSuggestions = 5
/** A longer text is no misspelt name, and would take long to compare. */
const maxLength = 40

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

type TitleOf = (name: string) => string | undefined

/** ` Did you mean A, B or C?`, or empty. */
export function didYouMean(sent: string, names: readonly string[], titleOf?: TitleOf): string {
  const similar = similarNames(sent, names, titleOf)
  return similar.length === 0 ? '' : ` Did you mean ${asAlternatives(similar)}?`
}

export const asAlternatives = (names: readonly string[]): string => list.format(names)

/**
 * Names that contain `sent`, with one or two characters more inside, or whose name or title differs in few characters,
 * the most similar first. Letter case, blanks and punctuation make no difference.
 */
export function similarNames(sent: string, names: readonly string[], titleOf?: TitleOf): string[] {
  if (sent.length > maxLength) return []
  const letters = lettersOf(sent)
  if (letters.length < 2) return []
  return names
    .map((name) => {
      const nameDistance = distance(letters, lettersOf(name))
      const title = titleOf?.(name)
      const likeName = differenceOf(letters, lettersOf(name))
      const likeTitle = title === undefined ? Infinity : differenceOf(letters, lettersOf(title))
      return { name, difference: Math.min(likeName, likeTitle), nameDistance }
    })
    .filter(({ difference }) => difference < Infinity)
    .sort(
      (one, other) =>
        one.difference - other.difference ||
        one.nameDistance - other.nameDistance ||
        (one.name < other.name ? -1 : 1),
    )
    .slice(0, maxSuggestions)
    .map(({ name }) => name)
}

const lettersOf = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Characters that differ; Infinity when too many. */
function differenceOf(sent: string, text: string): number {
  const changed = distance(sent, text)
  if (changed <= Math.min(maxDistance, Math.floor(sent.length / 3))) return changed
  // The distance is the difference in length only where nothing but characters is missing: `OL16` is short for `OL2016`.
  const isShortened =
    changed === text.length - sent.length && changed <= Math.min(maxDistance, sent.length / 2)
  if (isShortened) return changed
  return text.includes(sent) ? changed : Infinity
}
