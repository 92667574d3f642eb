import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { findSubject } from './feature-subjects'

/** One generated file: the cells of one caniemail client, newest version or a given one. */
interface SupportFile {
  family: string
  platform: string
  /** One version's own cells; null: the newest cell of each feature. */
  version: string | null
  exportName: string
  path: string
}

export const supportFiles: readonly SupportFile[] = [
  {
    family: 'gmail',
    platform: 'desktop-webmail',
    version: null,
    exportName: 'gmailDesktopWebmailCells',
    path: 'src/profiles/gmail-web/caniemail.generated.ts',
  },
]

interface Feature {
  slug: string
  stats: Record<string, Record<string, Record<string, string>> | undefined>
}

/** Versions are dates ("2023-01") or numbers ("16.10"): compared part by part, never as object order gives them. */
export function newestVersion(versions: readonly string[]): string | undefined {
  const parts = (version: string) => version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0)
  return [...versions]
    .sort((a, b) => {
      const [left, right] = [parts(a), parts(b)]
      for (let index = 0; index < Math.max(left.length, right.length); index++) {
        const difference = (left[index] ?? 0) - (right[index] ?? 0)
        if (difference !== 0) return difference
      }
      return 0
    })
    .at(-1)
}

/** The TypeScript text of a support file. */
export function generateSupport(file: SupportFile): string {
  const require = createRequire(path.join(__dirname, 'generate-support.ts'))
  const { data } = JSON.parse(readFileSync(require.resolve('caniemail/caniemail.json'), 'utf8')) as {
    data: Feature[]
  }
  const { version: release } = JSON.parse(
    readFileSync(require.resolve('caniemail/package.json'), 'utf8'),
  ) as {
    version: string
  }
  const newest = new Map<string, { verdict: string; slug: string; version: string }>()
  for (const feature of data) {
    const cells = feature.stats[file.family]?.[file.platform]
    const subject = findSubject(feature.slug)
    if (!cells || !subject) continue
    const version = file.version ?? newestVersion(Object.keys(cells))
    if (version === undefined) continue
    const verdict = cells[version]?.charAt(0)
    if (verdict !== 'y' && verdict !== 'a' && verdict !== 'n') continue
    for (const name of subject.names) {
      // Two features may cover one name (inline-size): the later test counts.
      const known = newest.get(`${subject.kind}:${name}`)
      if (known && newestVersion([known.version, version]) === known.version) continue
      newest.set(`${subject.kind}:${name}`, { verdict, slug: feature.slug, version })
    }
  }
  const lines = [...newest].map(
    ([subject, { verdict, slug, version }]) => `  '${subject}': ['${verdict}', '${slug}', '${version}'],`,
  )
  return [
    `// Made by generate/generate-support.ts from caniemail ${release} (MIT), client ${file.family}/${file.platform}. Do not edit.`,
    `import type { SupportCells } from '../../emulate/support'`,
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
