import { compareVersions } from '../engine/compare-versions'
import type { SupportCell, SupportCells } from '../engine/support'
import generated from './cells.generated.json'

/** An email client as caniemail names it: family and platform, e.g. `gmail/desktop-webmail`. */
export type CaniemailClient = keyof typeof generated.emailClients

interface Feature {
  /** The subjects whose support the feature tells, as `kind:name`. */
  about: readonly string[]
  /** By email client: verdicts and versions, e.g. `n 2019-02, y 2022-11`, the oldest first. */
  cells: Partial<Record<CaniemailClient, string>>
}

const features: Readonly<Record<string, Feature>> = generated.features

/**
 * What caniemail says of one email client. Cells are expanded when a subject is first asked for: an email asks for some hundred of the
 * ten thousand that there are.
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

/** The features about each subject. */
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
