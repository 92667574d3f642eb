import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * The folders a web process in its sandbox must see to read its fonts: that of the fontconfig file, those the file names, and those
 * their links lead to. `/usr` it sees anyway.
 */
export function fontFolders(fontconfigFile: string | undefined): string[] {
  if (fontconfigFile === undefined) return []
  const folders = new Set([path.dirname(fontconfigFile)])
  for (const [, folder = ''] of readFileSync(fontconfigFile, 'utf8').matchAll(/<dir>([^<]+)<\/dir>/g)) {
    folders.add(folder)
    for (const name of namesIn(folder)) folders.add(path.dirname(realpathSync(path.join(folder, name))))
  }
  return [...folders].filter((folder) => path.isAbsolute(folder) && !folder.startsWith('/usr/'))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
