import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import type { Identity } from './identity'
import { isReachable } from './reachable'

/**
 * The first of `names` in a folder of `searchPath` (as PATH) that `identity`, by default this process, can run; null when
 * there is none.
 */
export function findProgram(
  names: readonly string[],
  searchPath: string,
  identity?: Identity,
): string | null {
  for (const name of names) {
    for (const folder of searchPath.split(path.delimiter).filter((entry) => path.isAbsolute(entry))) {
      const file = path.join(folder, name)
      if (isExecutable(file) && (!identity || isReachable(file, identity))) return file
    }
  }
  return null
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
