import { compareVersions } from '../engine/compare-versions'
import type { SupportCell, SupportCells } from '../engine/support'
import type { CaniemailClient } from './caniemail-client'
import generated from './cells.generated.json'

interface Feature {
  /** The subjects that the feature is about, as `kind:name`. */
  about: readonly string[]
  /** By email client: verdicts and versions, e.g. `n 2019-02, y 2022-11`, the oldest first. */
  cells: Partial<Record<CaniemailClient, string>>
}

const features: Readonly<Record<string, Feature>> = generated.features

/**
 * Returns a function that finds caniemail's cells of one email client by subject. It expands cells only when a subject
 * is needed, because an email needs about a hundred of the ten thousand that exist.
 */
export function caniemailCells(emailClient: CaniemailClient): SupportCells {
  return (subject) =>
    (slugsBySubject().get(subject) ?? [])
      .flatMap((slug) => expand(slug, features[slug]?.cells[emailClient]))
      .sort(([, , one], [, , other]) => compareVersions(one, other))
}

function expand(slug: string, text: string | undefined): SupportCell[] {
  if (text === undefined) return []
  return text.split(', ').map((cell) => {
    const [verdict = '', tested = ''] = cell.split(' ')
    return [verdict, slug, tested]
  })
}

let index: ReadonlyMap<string, readonly string[]> | null = null

/** The features that are about each subject. */
function slugsBySubject(): ReadonlyMap<string, readonly string[]> {
  index ??= indexSubjects()
  return index
}

function indexSubjects(): Map<string, string[]> {
  const slugs = new Map<string, string[]>()
  for (const [slug, { about }] of Object.entries(features)) {
    for (const subject of about) {
      const known = slugs.get(subject)
      if (known) known.push(slug)
      else slugs.set(subject, [slug])
    }
  }
  return slugs
}
