import { statSync } from 'node:fs'
import path from 'node:path'
import { isEmailFile } from '../compare/compiled-email'
import { UsageError } from '../usage-error'
import { glob, globNames } from '../glob'

const maxFiles = 5000
const emails = '**/*.{html,htm,eml}'

/**
 * Relative to the folder, with `/`, in the order of their names. `earlier` are names that may be gone. Throws a
 * `UsageError` for a pattern without a file.
 */
export function findFiles(
  patterns: readonly string[],
  folder: string,
  earlier: readonly string[] = [],
): string[] {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const files = filesOf(pattern, folder, earlier)
    if (files.length === 0)
      throw new UsageError(
        `'${pattern}' is no file here and matches no email. Compile the emails first; the command runs in ${folder}.`,
      )
    for (const file of files) found.add(file)
  }
  if (found.size > maxFiles)
    throw new UsageError(`These are ${found.size} emails, and a call takes ${maxFiles}. Name fewer files.`)
  return [...found].sort()
}

function filesOf(pattern: string, folder: string, earlier: readonly string[]): string[] {
  const kind = statSync(path.resolve(folder, pattern), { throwIfNoEntry: false })
  if (kind?.isFile()) return [relative(path.resolve(folder, pattern), folder)]
  const inFolder = kind?.isDirectory() ?? false
  const gone = globNames(relative(path.resolve(folder, pattern), folder), earlier, emails)
  // Compiled emails lie beside their pictures and styles.
  const isMeant = /(?:^|[\\/])\*+$/.test(pattern) ? isEmailFile : () => true
  const matched = inFolder
    ? glob(emails, path.resolve(folder, pattern))
    : glob(pattern.replaceAll(path.sep, '/'), folder).filter(isMeant)
  return [...matched.map((file) => relative(file, folder)), ...gone]
}

const relative = (file: string, folder: string): string =>
  path.relative(folder, file).replaceAll(path.sep, '/')
