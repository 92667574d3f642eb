import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { progress } from '@pas/stack/progress'

/**
 * Folders, relative to `docs`, by a document's name. A picture named after a client's code is for that client's page.
 */
const folders: readonly (readonly [name: RegExp, folder: string])[] = [
  [/^[a-z-]+\.md$/, '.'],
  [/^[a-z-]+\.jpg$/, 'images'],
  [/^[A-Z0-9]+\.jpg$/, 'clients/pictures'],
  [/^pictures\.json$/, 'clients'],
  [/^measured-effects\.generated\.json$/, '../packages/email-clients/src/effects'],
]

/**
 * Moves a benchmark's documents into the clone, which the run user cannot write to. Ignores symbolic links: they could
 * lead to files that the run user may not read.
 */
export function publishDocuments(from: string, clone: string): void {
  if (!existsSync(from)) return
  const documents = path.join(clone, 'docs')
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const folder = folders.find(([name]) => name.test(entry.name))?.[1]
    if (!entry.isFile() || folder === undefined) continue
    const source = path.join(from, entry.name)
    const target = path.join(documents, folder, entry.name)
    const { uid, gid } = statSync(documents)
    writeFileSync(`${target}.new`, readFileSync(source))
    chownSync(`${target}.new`, uid, gid)
    renameSync(`${target}.new`, target)
    rmSync(source)
    progress(`wrote ${path.relative(clone, target)}`)
  }
}
