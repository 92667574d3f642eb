import path from 'node:path'

/** No key can contain it. */
const fanMark = '@'
const fanLength = 2

/**
 * `emails/@gu/guid/email.json`: a folder for two letters of the random segment. Otherwise one folder could have a
 * million entries (ADR 23).
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
