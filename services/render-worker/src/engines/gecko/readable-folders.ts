import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

const folderElement = /<dir>([^<]+)<\/dir>/g

/** Folders that hold the fonts a fontconfig file names, and those their links lead to, each with a slash at its end. */
export function readableFolders(fontconfigFile: string | undefined): string[] {
  if (fontconfigFile === undefined) return []
  const folders = [...readFileSync(fontconfigFile, 'utf8').matchAll(folderElement)].map(
    ([, folder = '']) => folder,
  )
  return [...new Set(folders.flatMap((folder) => [folder, ...linkedFolders(folder)]))].map(
    (folder) => `${folder}/`,
  )
}

function linkedFolders(folder: string): string[] {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory())
    return files.map(({ name }) => path.dirname(realpathSync(path.join(folder, name))))
  } catch {
    // Fontconfig takes no offence at a folder that is not there either.
    return []
  }
}
