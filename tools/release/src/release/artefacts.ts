import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { BuiltImage } from './images'

export interface Artefact {
  name: string
  bytes: number
  /** In hexadecimal. */
  sha256: string
}

/** The files of a folder, by name. */
export const listArtefacts = (folder: string): Artefact[] =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const file = path.join(folder, name)
      const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
      return { name, bytes: statSync(file).size, sha256 }
    })

/** As `sha256sum --check` and actions/attest read them. */
export const renderChecksums = (artefacts: readonly Pick<Artefact, 'name' | 'sha256'>[]): string =>
  artefacts.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')

export const digestsOf = (images: readonly BuiltImage[]): Pick<Artefact, 'name' | 'sha256'>[] =>
  images.map(({ reference, digest }) => ({ name: reference, sha256: digest.replace(/^sha256:/, '') }))

/** Columns as wide as their widest cell. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}
