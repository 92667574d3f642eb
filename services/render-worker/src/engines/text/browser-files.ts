import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A file a program needs, and where it lies in a root of its own. */
export interface BrowserFile {
  source: string
  /** Relative to that root. */
  target: string
}

/** The program itself is at `bin/<name>`; its libraries are all in `lib`, but for the loader, whose place is written in the program. */
export const libraryFolder = 'lib'

/** Where a program is on `searchPath` (as the variable PATH); null when nowhere. */
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

/** The program with every library it loads. Rejects when one is missing. */
export async function listBrowserFiles(name: string, program: string): Promise<BrowserFile[]> {
  const resolved = await realpath(program)
  const { stdout } = await run('ldd', [resolved], {
    env: { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: (await librariesBeside(resolved)).join(':') },
  })
  const missing = /^\s*(\S+) => not found/m.exec(stdout)?.[1]
  if (missing !== undefined) throw new Error(`${program} lacks ${missing}`)
  // `name => /path (address)`, and the loader without a name.
  const libraries = Array.from(
    stdout.matchAll(/^\s*(?:(\S+) => )?(\/\S+) \(/gm),
    ([, soname, source = '']) => ({
      source,
      target: soname === undefined ? source.slice(1) : path.join(libraryFolder, soname),
    }),
  )
  return [{ source: resolved, target: path.join('bin', name) }, ...libraries]
}

/** Packages that were unpacked somewhere have their libraries as far from the program as an installed system has. */
async function librariesBeside(program: string): Promise<string[]> {
  const prefix = path.dirname(path.dirname(program))
  const folders = [path.join(prefix, 'lib'), path.join(path.dirname(prefix), 'lib')]
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => [])
      return names.filter((entry) => entry.includes('-linux-gnu')).map((entry) => path.join(folder, entry))
    }),
  )
  return found.flat()
}
