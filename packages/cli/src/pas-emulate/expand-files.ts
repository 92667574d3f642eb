import { existsSync } from 'node:fs'
import { glob, isDynamicPattern } from 'tinyglobby'

/** For shells that do not expand globs, and for `**`. A pattern without a file is named by `onNone`. */
export async function expandFiles(
  given: readonly string[],
  onNone: (pattern: string) => never,
): Promise<string[]> {
  const found = await Promise.all(
    given.map(async (name) => {
      // A file may have a name that looks like a pattern.
      if (name === '-' || existsSync(name) || !isDynamicPattern(name)) return [name]
      const files = await glob(name, { expandDirectories: false, ignore: ['**/node_modules/**'] })
      return files.length > 0 ? files.sort() : onNone(name)
    }),
  )
  return [...new Set(found.flat())]
}
