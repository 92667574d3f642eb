import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'

/**
 * Value of LD_LIBRARY_PATH for a program whose package was unpacked into a folder instead of installed: the library
 * folders (`lib/*-linux-gnu*`) at the usual places relative to the program, joined by `:`; empty when there are none.
 * For an installed program they are those of the system.
 */
export async function librariesBeside(program: string): Promise<string> {
  const prefix = path.dirname(path.dirname(await realpath(program)))
  const folders = [path.join(prefix, 'lib'), path.join(path.dirname(prefix), 'lib')]
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => [])
      return names.filter((entry) => entry.includes('-linux-gnu')).map((entry) => path.join(folder, entry))
    }),
  )
  return found.flat().join(':')
}
