import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'

/** LD_LIBRARY_PATH for a program whose package was unpacked into a folder; empty for an installed program. */
export async function librariesBeside(program: string): Promise<string> {
  const prefix = path.dirname(path.dirname(await realpath(program)))
  const folders = [path.join(prefix, 'lib'), path.join(path.dirname(prefix), 'lib')]
  const libraries = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => [])
      return names.filter((entry) => entry.includes('-linux-gnu')).map((entry) => path.join(folder, entry))
    }),
  )
  return libraries.flat().join(':')
}
