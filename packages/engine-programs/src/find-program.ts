import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import type { Identity } from './identity'
import { isReachable } from './reachable'

/**
 * The first of `names` that is an executable file on `searchPath` (as the variable PATH) and that the run user can
 * reach.
 */
export function findProgram(names: readonly string[], searchPath: string, identity: Identity): string | null {
  for (const name of names) {
    for (const folder of searchPath.split(path.delimiter).filter((entry) => path.isAbsolute(entry))) {
      const file = path.join(folder, name)
      if (isExecutable(file) && isReachable(file, identity)) return file
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
