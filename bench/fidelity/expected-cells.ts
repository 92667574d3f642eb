import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** One feature as caniemail's file has it. */
export interface CaniemailFeature {
  slug: string
  title: string
  stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
  notes_by_num: Readonly<Record<string, string>> | null
}

/** What caniemail says of one feature in one client. */
export interface ExpectedCell {
  verdict: 'y' | 'n' | 'a' | 'u'
  /** The version it was tested in, and how caniemail writes the cell. */
  version: string
  text: string
  /** The notes it refers to. */
  notes: string[]
}

const require = createRequire(path.join(__dirname, 'expected-cells.ts'))
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

export const caniemailFeatures = (
  read(require.resolve('caniemail/caniemail.json')) as { data: readonly CaniemailFeature[] }
).data
export const caniemailVersion = (read(require.resolve('caniemail/package.json')) as { version: string })
  .version

/**
 * Features about the same thing, the later tested one second: css-inline-size is of February 2019,
 * css-block-inline-size, which has both properties, of July 2022.
 */
export const retestedIn: Readonly<Record<string, string>> = { 'css-inline-size': 'css-block-inline-size' }

/** What a cell is looked up for. */
export interface CellsOf {
  /** caniemail's family and platform. */
  caniemail: string
  /** Cells newer than this are not the client's; null: the newest counts. */
  version: string | null
  /** The same by a feature's slug, where caniemail counts versions in more than one way. */
  versionFor?: (slug: string) => string
  /** A non-Google account in Gmail's app. */
  isForeignAccount: boolean
}

/**
 * The cell of a client, read here and not by the profiles' generator, so that a mistake of that one shows. With a
 * version: the newest cell that is not newer. Null when caniemail has none.
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
 * The version since which a client honours what it ignored before, or ignores what it honoured; null when caniemail saw
 * no change.
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
 * Below, equal or above zero. By number and part by part: JavaScript gives keys that look like whole numbers first,
 * whatever their place.
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

/** Outlook for Mac went from years to builds: 16.46 is of February 2021, and there is one a month. */
function dated(version: string): string {
  const build = /^16\.(\d\d)$/.exec(version)?.[1]
  if (build === undefined) return version
  const months = 2021 * 12 + 1 + Number(build) - 46
  return `${Math.floor(months / 12)}-${(months % 12) + 1}`
}

/** caniemail keeps Gmail's app with another provider's account in the notes of Gmail's app. */
function forForeignAccount(
  verdict: ExpectedCell['verdict'],
  notes: readonly string[],
): ExpectedCell['verdict'] {
  if (notes.some((note) => neverWithForeignAccount.test(note))) return 'n'
  if (notes.some((note) => onlyWithForeignAccount.test(note))) return 'y'
  return verdict
}

/** Only a note about the whole feature: some are about single values or about one of two ways to write it. */
const neverWithForeignAccount =
  /^(?:partial(?:ly supported)?\. )?(?:not supported|does not render|doesn.t work) with non google accounts/i
const onlyWithForeignAccount =
  /^(?:partial(?:ly supported)?\. )?(?:only supported|supported|only works) with non google accounts/i
