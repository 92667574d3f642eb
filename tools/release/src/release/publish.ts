import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { version } from '@pas/runtime/version'
import { StackError } from '@pas/stack/progress'
import { listArtefacts } from './artefacts'
import type { BuiltImage } from './images'
import type { ReleaseState } from './judge-release'

export const product = 'partner-access-service'
export const releaseFolder = 'dist-release'
const notesFile = 'release-notes.md'

/** Arguments of `gh` for a release of the tag, with all files but its notes. */
export const publishArguments = (folder: string, version: string): string[] => [
  ...['release', 'create', `v${version}`, '--verify-tag', '--title', version],
  ...['--notes-file', path.join(releaseFolder, notesFile)],
  ...listArtefacts(folder)
    .map(({ name }) => name)
    .filter((name) => name !== notesFile)
    .map((name) => path.join(releaseFolder, name)),
]

/** `npm run release -- --publish`. Throws a `StackError`. */
export function publishRelease(clone: string): void {
  const folder = path.join(clone, releaseFolder)
  if (!existsSync(path.join(folder, notesFile)))
    throw new StackError(`There is no ${releaseFolder}/${notesFile}: run 'npm run release' first.`)
  const { status } = spawnSync('gh', publishArguments(folder, version), { cwd: clone, stdio: 'inherit' })
  if (status !== 0) throw new StackError('gh could not make the release')
}

/** `repository`: owner and name on GitHub. */
export function renderNotes(
  { version, section }: ReleaseState,
  images: readonly BuiltImage[],
  repository: string,
): string {
  // A release's page is not in the tree, to which the links of CHANGELOG.md are relative.
  const address = `https://github.com/${repository}/blob/v${version}/`
  const notes = section?.notes.replaceAll(/\]\((?![a-z]+:)/g, `](${address}`) ?? ''
  const pulled = images.map(({ reference, digest }) => `${reference}@${digest}`)
  return `${notes}

### To verify

\`\`\`sh
sha256sum --check --ignore-missing SHA256SUMS
gh attestation verify ${product}-${version}.cdx.json --repo ${repository}    # and each file, and oci://IMAGE
\`\`\`
${pulled.length === 0 ? '' : `\nThe images:\n\n\`\`\`\n${pulled.join('\n')}\n\`\`\`\n`}`
}
