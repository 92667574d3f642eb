import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * The folders a sandbox must leave readable for fonts: that of the fontconfig file, those the file names, and those their links lead
 * to. Fontconfig takes no offence at a folder or a file that is not there, and neither does this.
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
