import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compareVersions } from '../src/engine/compare-versions'
import { findSubject } from './feature-subjects'

/** The parts of caniemail's own file that are read here. */
interface CaniemailData {
  nicenames: Record<'family' | 'platform', Record<string, string>>
  data: readonly CaniemailFeature[]
}

interface CaniemailFeature {
  slug: string
  /** By family, platform and version; a cell is `y`, `a`, `n` or `u`, then the numbers of its notes. */
  stats: Record<string, Record<string, Record<string, string>>>
}

/** The file that `src/caniemail/caniemail-cells.ts` reads, in this package. */
export const generatedFile = 'src/caniemail/cells.generated.json'

const require = createRequire(__filename)
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Makes the versions of Outlook for Mac comparable. caniemail names them by year, by month, or by build; a build
 * becomes its month: 16.46 is of February 2021, and each month after it has one more.
 */
function comparableVersion(emailClient: string, version: string): string {
  const build = emailClient === 'outlook/macos' ? /^16\.(\d+)$/.exec(version)?.[1] : undefined
  if (build === undefined) return version
  const months = Number(build) - 46 + 1
  return `${2021 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/**
 * One feature's cells by email client, e.g. `n 2019-02, y 2022-11`: the oldest test first. A cell that says "unknown"
 * is left out.
 */
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
  const { nicenames, data } = read(require.resolve('caniemail/caniemail.json')) as CaniemailData
  const { version } = read(require.resolve('caniemail/package.json')) as { version: string }
  const features = data.flatMap((feature): [slug: string, text: string][] => {
    const subject = findSubject(feature.slug)
    if (!subject) return []
    const about = subject.names.map((name) => `${subject.kind}:${name}`)
    return [[feature.slug, JSON.stringify({ about, cells: cellsOf(feature) })]]
  })
  const names = new Set(data.flatMap((feature) => Object.keys(cellsOf(feature))))
  const emailClients = [...names].sort().map((name): [name: string, text: string] => {
    const [family = '', platform = ''] = name.split('/')
    return [
      name,
      JSON.stringify(`${nicenames.family[family] ?? family}, ${nicenames.platform[platform] ?? platform}`),
    ]
  })
  return [
    '{',
    `  "release": "Made by generate/generate-support.ts from caniemail ${version} (MIT). Do not edit.",`,
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
  writeFileSync(path.join(__dirname, '..', generatedFile), generateSupport())
}
