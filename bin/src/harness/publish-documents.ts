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
import { progress } from '../stack/progress'

/** Where a benchmark's documents go below `docs`, by their names' ends. */
const folders: Readonly<Record<string, string>> = { md: '.', jpg: 'images' }

/**
 * Moves the documents and pictures a benchmark wrote into the clone, which the run user cannot write to. They belong to whom the clone's documents
 * belong to, and are plain files: a link is left where it is.
 */
export function publishDocuments(from: string, clone: string): void {
  if (!existsSync(from)) return
  const documents = path.join(clone, 'docs')
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const folder = folders[/^[a-z-]+\.(md|jpg)$/.exec(entry.name)?.[1] ?? '']
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
