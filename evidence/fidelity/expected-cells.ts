import { readFacts } from '../../packages/email-clients/generate/generate-support'
import type { CaniemailFeature } from '../../packages/email-clients/generate/read-caniemail'

export type { CaniemailFeature }

export interface ExpectedCell {
  verdict: 'y' | 'n' | 'a' | 'u'
  version: string
  /** As caniemail writes it, such as `a #1`. */
  text: string
  notes: string[]
}

const { features, release } = readFacts()

export const caniemailFeatures = features
/** Commit of caniemail's repository, and its day. */
export const caniemailRelease = release

/**
 * A later test contains the older one: css-inline-size is of February 2019, css-block-inline-size, with one property
 * more, of July 2022.
 */
export const retestedIn: Readonly<Record<string, string>> = { 'css-inline-size': 'css-block-inline-size' }

export interface CellsOf {
  /** Family and platform, such as `outlook/windows`. */
  caniemail: string
  /** Newer cells do not apply. Null: the newest applies. */
  version: string | null
  /** By slug, where caniemail counts versions in more than one way; goes before `version`. */
  versionFor?: (slug: string) => string
  /** Gmail's app with another provider's account. */
  isForeignAccount: boolean
}

/**
 * The newest cell that is not newer than the client's version; null when there is none. Not by the code that generates
 * the profiles' support: a mistake there shows as a wrong score.
 */
export function findExpectedCell(feature: CaniemailFeature, client: CellsOf): ExpectedCell | null {
  const newest = cellsInOrder(feature, client).at(-1)
  if (!newest) return null
  const [version, text] = newest
  const notes = [...text.matchAll(/#(\d+)/g)].map(([, number = '']) => feature.notes_by_num?.[number] ?? '')
  const verdict = text.charAt(0) as ExpectedCell['verdict']
  return {
    verdict: client.isForeignAccount ? forForeignAccount(verdict, notes) : verdict,
    version,
    text,
    notes,
  }
}

/** The latest version in which a client began or ceased to honour it; null when caniemail shows no change. */
export function findLatestChange(feature: CaniemailFeature, client: CellsOf): string | null {
  const known = cellsInOrder(feature, client).filter(([, text]) => !text.startsWith('u'))
  const ignores = (text: string): boolean => text.startsWith('n')
  for (let index = known.length - 1; index > 0; index--) {
    const [[, before], [version, after]] = [known[index - 1]!, known[index]!]
    if (ignores(before) !== ignores(after)) return version
  }
  return null
}

/** Oldest first. */
function cellsInOrder(
  feature: CaniemailFeature,
  { caniemail, version, versionFor }: CellsOf,
): [string, string][] {
  const [family = '', platform = ''] = caniemail.split('/')
  const upTo = versionFor?.(feature.slug) ?? version
  return Object.entries(feature.stats[family]?.[platform] ?? {})
    .filter(([version]) => upTo === null || orderOf(version, upTo) <= 0)
    .sort(([one], [other]) => orderOf(one, other))
}

/** For `sort`, number by number. The file's order is lost: JavaScript puts keys that look like whole numbers first. */
export function orderOf(one: string, other: string): number {
  const parts = (version: string): number[] =>
    dated(version)
      .split(/[.-]/)
      .map((part) => Number.parseInt(part, 10) || 0)
  const [left, right] = [parts(one), parts(other)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * As a month, to compare builds of Outlook with older, dated cells. Mac's build 16.46 is of February 2021, with one
 * build a month; the apps' builds name year and week.
 */
function dated(version: string): string {
  const [, year, week] = /^[45]\.(\d\d)(\d\d)\.\d+$/.exec(version) ?? []
  if (year !== undefined) return `20${year}-${Math.ceil((Number(week) / 53) * 12)}`
  const build = /^16\.(\d{2,3})(?:\.\d+)?$/.exec(version)?.[1]
  if (build === undefined) return version
  const months = 2021 * 12 + 1 + Number(build) - 46
  return `${Math.floor(months / 12)}-${(months % 12) + 1}`
}

/** caniemail says in notes of Gmail's app what differs with another provider's account. */
function forForeignAccount(
  verdict: ExpectedCell['verdict'],
  notes: readonly string[],
): ExpectedCell['verdict'] {
  if (notes.some((note) => neverWithForeignAccount.test(note))) return 'n'
  if (notes.some((note) => onlyWithForeignAccount.test(note))) return 'y'
  return verdict
}

/** Only notes about the whole feature, not about single values or one of two ways to write it. */
const neverWithForeignAccount =
  /^(?:partial(?:ly supported)?\. )?(?:not supported|does not render|doesn.t work) with non google accounts/i
const onlyWithForeignAccount =
  /^(?:partial(?:ly supported)?\. )?(?:only supported|supported|only works) with non google accounts/i
