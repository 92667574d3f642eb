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

/**
 * Moves the documents a benchmark wrote into the clone, which the run user cannot write to. They belong to whom the clone's documents
 * belong to, and are plain files: a link is left where it is.
 */
export function publishDocuments(from: string, clone: string): void {
  if (!existsSync(from)) return
  const documents = path.join(clone, 'docs')
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!entry.isFile() || !/^[a-z-]+\.md$/.test(entry.name)) continue
    const source = path.join(from, entry.name)
    const target = path.join(documents, entry.name)
    const { uid, gid } = statSync(documents)
    writeFileSync(`${target}.new`, readFileSync(source))
    chownSync(`${target}.new`, uid, gid)
    renameSync(`${target}.new`, target)
    rmSync(source)
    progress(`wrote docs/${entry.name}`)
  }
}
