import path from 'node:path'

/** The first character of a fan-out folder's name; no key can contain it. */
const fanMark = '@'
const fanLength = 2

/**
 * The file of an object below a storage folder. A key of three or more segments gets one more folder, a fan-out named
 * after the first two letters of the key's second segment, which is random: `captures/token/full.png` is at
 * `captures/@to/token/full.png`. Otherwise one folder could have a million entries (ADR 23).
 */
export function objectFile(root: string, key: string): string {
  const [first = '', second = '', ...rest] = key.split('/')
  return rest.length === 0
    ? path.join(root, key)
    : path.join(root, first, fanMark + second.slice(0, fanLength), second, ...rest)
}

export const keyOfFile = (root: string, file: string): string =>
  path
    .relative(root, file)
    .split(path.sep)
    .filter((segment) => !segment.startsWith(fanMark))
    .join('/')
