import path from 'node:path'

/** Begins the name of a folder that only spreads others; no key can contain it. */
const fanMark = '@'
const fanLength = 2

/**
 * The file of an object below a storage folder. A key of three or more segments lies in a folder more, named after the first two letters
 * of its second segment, which is random: `captures/<token>/full.png` is `captures/@<to>/<token>/full.png`, so that no folder has a
 * million entries.
 */
export function objectFile(root: string, key: string): string {
  const [first = '', second = '', ...rest] = key.split('/')
  return rest.length === 0
    ? path.join(root, key)
    : path.join(root, first, fanMark + second.slice(0, fanLength), second, ...rest)
}

/** Where releases before the fan-out put it; the same as `objectFile` for a key of fewer segments. */
export const flatObjectFile = (root: string, key: string): string => path.join(root, key)

export const isFan = (folderName: string): boolean => folderName.startsWith(fanMark)

/** The key of a file at either place. */
export const keyOfFile = (root: string, file: string): string =>
  path
    .relative(root, file)
    .split(path.sep)
    .filter((segment) => !isFan(segment))
    .join('/')
