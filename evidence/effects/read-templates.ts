import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface Template {
  repository: string
  /** In the repository. */
  path: string
  commit: string
  sha256: string
  html: string
}

/**
 * Those of the folder's INDEX.tsv: `file`, `repository`, `path`, `commit`, `sha256`. Throws for another hash: the table
 * would name a template that was not drawn.
 */
export function readTemplates(folder: string): Template[] {
  const [, ...lines] = readFileSync(path.join(folder, 'INDEX.tsv'), 'utf8').trimEnd().split('\n')
  return lines.map((line, index) => {
    const [file, repository, place, commit, sha256] = line.split('\t')
    if (!file || !repository || !place || !commit || !sha256)
      throw new Error(
        `INDEX.tsv, line ${index + 2}: give file, repository, path, commit and sha256, with tabs between.`,
      )
    const bytes = readFileSync(path.join(folder, file))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`${file} is not the file of INDEX.tsv: its SHA-256 is another one.`)
    return { repository, path: place, commit, sha256, html: bytes.toString('utf8') }
  })
}
