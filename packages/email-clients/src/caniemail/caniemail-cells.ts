import { compareVersions } from '../engine/compare-versions'
import type { SupportCell, SupportCells } from '../engine/support'
import type { CaniemailClient } from './caniemail-client'
import generated from './cells.generated.json'

interface Feature {
  about: readonly string[]
  /** Verdicts and versions, oldest first: `n 2019-02, y 2022-11`. */
  cells: Partial<Record<CaniemailClient, string>>
}

const features: Readonly<Record<string, Feature>> = generated.features

/** Cells of one email client, parsed when a subject is asked for: an email needs about a hundred of ten thousand. */
export function caniemailCells(emailClient: CaniemailClient): SupportCells {
  return (subject) =>
    slugsOf(subject)
      .flatMap((slug) => parseCells(slug, features[slug]?.cells[emailClient]))
      .sort(([, , testedOne], [, , testedOther]) => compareVersions(testedOne, testedOther))
}

let slugsBySubject: ReadonlyMap<string, readonly string[]> | null = null

function slugsOf(subject: string): readonly string[] {
  slugsBySubject ??= indexSubjects()
  return slugsBySubject.get(subject) ?? []
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

function parseCells(slug: string, text: string | undefined): SupportCell[] {
  if (text === undefined) return []
  return text.split(', ').map((cell) => {
    const [verdict = '', tested = ''] = cell.split(' ')
    return [verdict, slug, tested]
  })
}
