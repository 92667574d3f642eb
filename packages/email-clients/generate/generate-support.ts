import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compareVersions } from '../src/emulate/compare-versions'
import { findSubject } from './feature-subjects'

/** caniemail's names of the clients that profiles are made from, one generated file each. */
const caniemailClients = [
  'aol/android aol/desktop-webmail aol/ios apple-mail/ios apple-mail/macos fastmail/desktop-webmail',
  'free-fr/desktop-webmail gmail/android gmail/desktop-webmail gmail/ios gmail/mobile-webmail gmx/desktop-webmail',
  'hey/desktop-webmail ionos-1and1/desktop-webmail laposte/desktop-webmail mail-ru/desktop-webmail',
  'orange/desktop-webmail outlook/android outlook/ios outlook/macos outlook/outlook-com outlook/windows',
  'outlook/windows-mail protonmail/android protonmail/desktop-webmail protonmail/ios samsung-email/android',
  'sfr/desktop-webmail t-online-de/desktop-webmail web-de/desktop-webmail wp-pl/desktop-webmail',
  'yahoo/android yahoo/desktop-webmail yahoo/ios',
].flatMap((line) => line.split(' '))

/** All cells of one caniemail client. */
interface SupportFile {
  family: string
  platform: string
  exportName: string
  path: string
}

export const supportFiles: readonly SupportFile[] = caniemailClients.map((name) => {
  const [family = '', platform = ''] = name.split('/')
  return {
    family,
    platform,
    exportName: `${`${family}-${platform}`.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase())}Cells`,
    path: `src/caniemail/${family}-${platform}.generated.ts`,
  }
})

interface Feature {
  slug: string
  stats: Record<string, Record<string, Record<string, string>> | undefined>
}

/** Two months of one year are two versions; 16.46 was Outlook for Mac of February 2021, and one more came every month. */
function comparableVersion(file: SupportFile, version: string): string {
  const build =
    file.family === 'outlook' && file.platform === 'macos' ? /^16\.(\d+)$/.exec(version)?.[1] : undefined
  if (build === undefined) return version
  const months = Number(build) - 46 + 1
  return `${2021 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The TypeScript text of a support file. */
export function generateSupport(file: SupportFile): string {
  const require = createRequire(path.join(__dirname, 'generate-support.ts'))
  const read = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'))
  const { data } = read(require.resolve('caniemail/caniemail.json')) as { data: Feature[] }
  const { version: release } = read(require.resolve('caniemail/package.json')) as { version: string }

  const cells = new Map<string, { verdict: string; slug: string; version: string }[]>()
  for (const feature of data) {
    const subject = findSubject(feature.slug)
    if (!subject) continue
    for (const [version, cell] of Object.entries(feature.stats[file.family]?.[file.platform] ?? {})) {
      const verdict = cell.charAt(0)
      if (!['y', 'a', 'n'].includes(verdict)) continue
      for (const name of subject.names) {
        const key = `${subject.kind}:${name}`
        cells.set(key, [
          ...(cells.get(key) ?? []),
          { verdict, slug: feature.slug, version: comparableVersion(file, version) },
        ])
      }
    }
  }
  const lines = [...cells].map(([subject, history]) => {
    const tuples = history
      .sort((one, other) => compareVersions(one.version, other.version))
      .map(({ verdict, slug, version }) => `['${verdict}', '${slug}', '${version}']`)
    return `  '${subject}': [${tuples.join(', ')}],`
  })
  return [
    `// Made by generate/generate-support.ts from caniemail ${release} (MIT), client ${file.family}/${file.platform}. Do not edit.`,
    `import type { SupportCells } from '../emulate/support'`,
    '',
    `export const ${file.exportName}: SupportCells = {`,
    ...lines.sort(),
    '}',
    '',
  ].join('\n')
}

if (process.argv[1] === __filename) {
  for (const file of supportFiles) {
    writeFileSync(path.join(__dirname, '..', file.path), generateSupport(file))
  }
}
