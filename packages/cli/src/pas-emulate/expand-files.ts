import { existsSync } from 'node:fs'
import path from 'node:path'
import { glob, isDynamicPattern } from 'tinyglobby'

const installed = '/node_modules/'
const ignore = [`**${installed}**`]

/** For shells that do not expand globs, and for `**`. A pattern without a file is named by `onNone`. */
export async function expandFiles(
  given: readonly string[],
  onNone: (pattern: string) => never,
): Promise<string[]> {
  const expanded = await Promise.all(
    given.map(async (name) => {
      // A file may have a name that looks like a pattern.
      if (name === '-' || existsSync(name) || !isDynamicPattern(name)) return [name]
      const found = await glob(name, { absolute: path.isAbsolute(name), expandDirectories: false, ignore })
      // Outside of the working directory, `ignore` has no effect.
      const files = found.filter((file) => name.includes(installed) || !file.includes(installed))
      return files.length > 0 ? files.sort() : onNone(name)
    }),
  )
  return [...new Set(expanded.flat())]
}
