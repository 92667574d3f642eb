import { readFacts } from '../../packages/email-clients/generate/generate-support'
import type { CaniemailFeature } from '../../packages/email-clients/generate/read-caniemail'

export type { CaniemailFeature }

/** What caniemail says of one feature in one client. */
export interface ExpectedCell {
  verdict: 'y' | 'n' | 'a' | 'u'
  /** The version in which it was tested. */
  version: string
  /** The cell as caniemail writes it, such as `a #1`. */
  text: string
  /** The texts of the notes to which the cell refers. */
  notes: string[]
}

const { features, release } = readFacts()

/** All features of caniemail. */
export const caniemailFeatures = features
/** The commit of caniemail's repository, and its day. */
export const caniemailRelease = release

/**
 * Features that a feature tested later contains: css-inline-size was tested in February 2019, css-block-inline-size,
 * which has the same property and one more, in July 2022.
 */
export const retestedIn: Readonly<Record<string, string>> = { 'css-inline-size': 'css-block-inline-size' }

/** The email client whose cells are looked up. */
export interface CellsOf {
  /** caniemail's family and platform, such as `outlook/windows`. */
  caniemail: string
  /** The client's version: newer cells do not apply. Null: the newest cell applies. */
  version: string | null
  /** The version by a feature's slug, where caniemail counts versions in more than one way; goes before `version`. */
  versionFor?: (slug: string) => string
  /** Whether it is Gmail's app with another provider's account. */
  isForeignAccount: boolean
}

/**
 * The cell that applies to a client: the newest that is not newer than its version. Null when there is none. It does
 * not use the code that generates the profiles' support, so that a mistake in that code shows as a wrong score.
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

/**
 * The latest version in which a client changed from ignoring a feature to honouring it, or back; null when caniemail's
 * tests show no change.
 */
export function findLatestChange(feature: CaniemailFeature, client: CellsOf): string | null {
  const known = cellsInOrder(feature, client).filter(([, text]) => !text.startsWith('u'))
  const ignores = (text: string): boolean => text.startsWith('n')
  for (let index = known.length - 1; index > 0; index--) {
    const [[, before], [version, after]] = [known[index - 1]!, known[index]!]
    if (ignores(before) !== ignores(after)) return version
  }
  return null
}

/** A client's cells by version, oldest first. */
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

/**
 * Compares two versions number by number, for `sort`: below, equal to or above zero. The order of the file's keys
 * cannot be used, as JavaScript puts keys that look like whole numbers first.
 */
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
 * A build of Outlook as a month, so that it compares with caniemail's older cells, which are dated. For Mac, build 16.46
 * is of February 2021, and there is one build a month; the apps' builds name a year and a week.
 */
function dated(version: string): string {
  const [, year, week] = /^[45]\.(\d\d)(\d\d)\.\d+$/.exec(version) ?? []
  if (year !== undefined) return `20${year}-${Math.ceil((Number(week) / 53) * 12)}`
  const build = /^16\.(\d{2,3})(?:\.\d+)?$/.exec(version)?.[1]
  if (build === undefined) return version
  const months = 2021 * 12 + 1 + Number(build) - 46
  return `${Math.floor(months / 12)}-${(months % 12) + 1}`
}

/** Applies the notes of Gmail's app, which are where caniemail says what differs with another provider's account. */
function forForeignAccount(
  verdict: ExpectedCell['verdict'],
  notes: readonly string[],
): ExpectedCell['verdict'] {
  if (notes.some((note) => neverWithForeignAccount.test(note))) return 'n'
  if (notes.some((note) => onlyWithForeignAccount.test(note))) return 'y'
  return verdict
}

/**
 * Match only notes about the whole feature: other notes are about single values, or about one of two ways to write the
 * feature.
 */
const neverWithForeignAccount =
  /^(?:partial(?:ly supported)?\. )?(?:not supported|does not render|doesn.t work) with non google accounts/i
const onlyWithForeignAccount =
  /^(?:partial(?:ly supported)?\. )?(?:only supported|supported|only works) with non google accounts/i
