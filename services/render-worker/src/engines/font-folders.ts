import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * Folders that a sandbox leaves readable: the fontconfig file's, those of its `<dir>` elements and of links in these.
 * Throws when the file cannot be read.
 */
export function fontFolders(fontconfigFile: string | undefined): string[] {
  if (fontconfigFile === undefined) return []
  const folders = new Set([path.dirname(fontconfigFile)])
  for (const [, folder = ''] of readFileSync(fontconfigFile, 'utf8').matchAll(/<dir>([^<]+)<\/dir>/g)) {
    folders.add(folder)
    for (const linked of linkedFolders(folder)) folders.add(linked)
  }
  return [...folders].filter((folder) => path.isAbsolute(folder))
}

function linkedFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory())
    return entries.flatMap(({ name }) => folderOf(path.join(folder, name)))
  } catch {
    return []
  }
}

function folderOf(file: string): string[] {
  try {
    return [path.dirname(realpathSync(file))]
  } catch {
    return []
  }
}
