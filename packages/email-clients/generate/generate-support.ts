import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compareVersions } from '../src/engine/compare-versions'
import { findSubject } from './feature-subjects'
import { factsFile, type CaniemailFacts, type CaniemailFeature } from './read-caniemail'

/** The file that `src/caniemail/caniemail-cells.ts` reads, in this package. */
export const generatedFile = 'src/caniemail/cells.generated.json'

const packageRoot = path.join(__dirname, '..')

/** The committed facts of caniemail. */
export function readFacts(): CaniemailFacts {
  return JSON.parse(readFileSync(path.join(packageRoot, factsFile), 'utf8')) as CaniemailFacts
}

/**
 * Makes versions comparable, which caniemail names by year, month or build: a build becomes its month. Outlook for Mac
 * 16.46 is of February 2021, each month has one more; an app's 5.2543.1 is of week 43 of 2025.
 */
function comparableVersion(emailClient: string, version: string): string {
  if (emailClient === 'outlook/macos') {
    const [, build] = /^16\.(\d+)(?:\.\d+)*$/.exec(version) ?? []
    return build === undefined ? version : monthAfter(2021, 1 + Number(build) - 46)
  }
  const [, year, week] =
    /^outlook\/(?:android|ios) \d+\.(\d\d)(\d\d)\.\d+$/.exec(`${emailClient} ${version}`) ?? []
  if (year === undefined || week === undefined) return version
  return monthAfter(2000 + Number(year), Math.floor(((Number(week) - 1) * 7) / (365 / 12)))
}

/** The month that is `months` after January of `year`, e.g. `2021-02`. */
function monthAfter(year: number, months: number): string {
  return `${year + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** One feature's cells by email client, oldest test first, such as `n 2019-02, y 2022-11`; without "unknown". */
function cellsOf({ stats }: CaniemailFeature): Record<string, string> {
  const cells: [emailClient: string, text: string][] = []
  for (const [family, platforms] of Object.entries(stats)) {
    for (const [platform, versions] of Object.entries(platforms)) {
      const emailClient = `${family}/${platform}`
      const history = Object.entries(versions)
        .map(([version, cell]) => ({
          verdict: cell.charAt(0),
          version: comparableVersion(emailClient, version),
        }))
        .filter(({ verdict }) => ['y', 'a', 'n'].includes(verdict))
        .sort((one, other) => compareVersions(one.version, other.version))
      if (history.length === 0) continue
      cells.push([emailClient, history.map(({ verdict, version }) => `${verdict} ${version}`).join(', ')])
    }
  }
  return Object.fromEntries(cells.sort())
}

/** The text of the generated file: one line for each email client, and one for each feature that a picture can show. */
export function generateSupport(): string {
  const { release, licence, nicenames, features: facts } = readFacts()
  const features = facts.flatMap((feature): [slug: string, text: string][] => {
    const subject = findSubject(feature.slug)
    if (!subject) return []
    const about = subject.names.map((name) => `${subject.kind}:${name}`)
    return [[feature.slug, JSON.stringify({ about, cells: cellsOf(feature) })]]
  })
  const names = new Set(facts.flatMap((feature) => Object.keys(cellsOf(feature))))
  const emailClients = [...names].sort().map((name): [name: string, text: string] => {
    const [family = '', platform = ''] = name.split('/')
    return [
      name,
      JSON.stringify(`${nicenames.family[family] ?? family}, ${nicenames.platform[platform] ?? platform}`),
    ]
  })
  return [
    '{',
    `  "release": "Made by generate/generate-support.ts from hteumeuleu/caniemail at ${release}. Do not edit.",`,
    `  "licence": ${JSON.stringify(licence)},`,
    `  "emailClients": {\n${linesOf(emailClients)}\n  },`,
    `  "features": {\n${linesOf(features.sort())}\n  }`,
    '}',
    '',
  ].join('\n')
}

function linesOf(entries: readonly (readonly [key: string, text: string])[]): string {
  return entries.map(([key, text]) => `    ${JSON.stringify(key)}: ${text}`).join(',\n')
}

if (process.argv[1] === __filename) {
  writeFileSync(path.join(packageRoot, generatedFile), generateSupport())
}
