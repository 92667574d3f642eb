import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
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
