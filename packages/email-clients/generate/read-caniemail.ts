import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

/** caniemail's facts, as the committed file has them. */
export interface CaniemailFacts {
  /** The commit of the repository and the day of that commit. */
  release: string
  /** caniemail's licence with its notice, which goes with every copy of the facts. */
  licence: string
  nicenames: Record<'family' | 'platform', Record<string, string>>
  features: readonly CaniemailFeature[]
}

/** One feature of caniemail, the parts that are used here. */
export interface CaniemailFeature {
  slug: string
  title: string
  /** By family, platform and version; a cell is `y`, `a`, `n` or `u`, then the numbers of its notes. */
  stats: Record<string, Record<string, Record<string, string>>>
  notes_by_num: Record<string, string> | null
}

/** The facts, in this package. The generator of support data and the benchmark read this file; no build reads GitHub. */
export const factsFile = 'generate/caniemail.generated.json'

/** A line that begins a value of the front matter. Every other line continues one: some maps are not indented. */
const firstLine = /^"?(?:(?:stats|notes_by_num|links)"?:|[a-z_]+:(?! *\{))/

/**
 * Reads a checkout of github.com/hteumeuleu/caniemail. Throws for a feature that cannot be read.
 *
 * @param release the commit and its day, which the checkout's files do not tell
 */
export function readCheckout(checkout: string, release: string): CaniemailFacts {
  const read = (...names: string[]): string => readFileSync(path.join(checkout, ...names), 'utf8')
  const features = readdirSync(path.join(checkout, '_features'))
    .filter((name) => name.endsWith('.md') && !name.startsWith('_'))
    .sort()
    .map((name) => readFeature(name.replace(/\.md$/, ''), read('_features', name)))
  const { family, platform } = parseYaml(read('_data', 'nicenames.yml')) as CaniemailFacts['nicenames']
  return { release, licence: read('LICENSE'), nicenames: { family, platform }, features }
}

/** Reads one feature's file: Markdown whose front matter has everything that is used here. */
export function readFeature(slug: string, markdown: string): CaniemailFeature {
  const [, frontMatter] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(markdown) ?? []
  if (frontMatter === undefined) throw new Error(`${slug}: no front matter`)
  const { title, stats, notes_by_num } = parseYaml(frontMatter) as Partial<CaniemailFeature>
  if (title === undefined || stats === undefined) throw new Error(`${slug}: no title, or no stats`)
  return { slug, title, stats, notes_by_num: typeof notes_by_num === 'object' ? notes_by_num : null }
}

/** Parses caniemail's YAML: tabs, maps not indented, and scalars as strings, as 16.10 would be 16.1. */
function parseYaml(text: string): unknown {
  const indented = text
    .replaceAll('\t', '  ')
    .split(/\r?\n/)
    .map((line) => (firstLine.test(line) ? line : `  ${line}`))
    .join('\n')
  return parse(indented, { schema: 'failsafe', uniqueKeys: false, strict: false })
}

/** The text of the committed file: a line for each feature, so that a newer commit is a diff of what changed. */
export function writeFacts({ release, licence, nicenames, features }: CaniemailFacts): string {
  return [
    '{',
    `  "release": ${JSON.stringify(release)},`,
    `  "licence": ${JSON.stringify(licence)},`,
    `  "nicenames": ${JSON.stringify(nicenames)},`,
    '  "features": [',
    features.map((feature) => `    ${JSON.stringify(feature)}`).join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n')
}
