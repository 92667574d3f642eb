import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { librariesBeside } from '@pas/engine-programs/libraries-beside'

const run = promisify(execFile)

export interface BrowserFile {
  source: string
  /** Relative to the root that is made for the program. */
  target: string
}

/** The dynamic loader keeps its own path, at `bin/<name>`. */
export const libraryFolder = 'lib'

/** `searchPath` has the form of PATH. Null when no folder has the program. */
export async function findOnPath(name: string, searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(path.delimiter).filter((entry) => path.isAbsolute(entry))) {
    const file = path.join(folder, name)
    const isProgram = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isProgram) return file
  }
  return null
}

/** Includes every library that it loads (ldd(1)). Rejects when one is missing. */
export async function listBrowserFiles(name: string, program: string): Promise<BrowserFile[]> {
  const resolved = await realpath(program)
  const { stdout } = await run('ldd', [resolved], {
    env: { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: await librariesBeside(resolved) },
  })
  const missing = /^[\t ]*(\S+) => not found/m.exec(stdout)?.[1]
  if (missing !== undefined) throw new Error(`${program} lacks ${missing}`)
  // `name => /path (address)`; the loader's line is `/path (address)`.
  const libraries = Array.from(
    stdout.matchAll(/^[\t ]*(?:(\S+) => )?(\/\S+) \(/gm),
    ([, soname, source = '']) => ({
      source,
      target: soname === undefined ? source.slice(1) : path.join(libraryFolder, soname),
    }),
  )
  return [{ source: resolved, target: path.join('bin', name) }, ...libraries]
}
