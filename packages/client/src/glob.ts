import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Folders in which nobody's own emails are. */
const leftOut = new Set(['node_modules', '.git'])
const maxAlternatives = 256

/**
 * The files below a folder that match: `*` and `?` within a name, `**` for any folders, `{a,b}`. Links to folders are
 * not followed, nor is anything whose name begins with a dot, unless the pattern's does.
 */
export const glob = (pattern: string, folder: string): string[] => [
  ...new Set(alternatives(pattern).flatMap((one) => matching(one, folder))),
]

function matching(pattern: string, folder: string): string[] {
  const start = path.isAbsolute(pattern) ? path.parse(pattern).root : folder
  return walk(start, partsOf(pattern))
}

function partsOf(pattern: string): string[] {
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.')
  return names.at(-1) === '**' ? [...names, '*'] : names
}

function walk(folder: string, [name, ...rest]: readonly string[]): string[] {
  if (name === undefined) return []
  if (name === '..') return walk(path.dirname(folder), rest)
  const found: string[] = []
  if (name === '**') found.push(...walk(folder, rest))
  else if (!/[*?]/.test(name)) return exactly(path.join(folder, name), rest)
  for (const entry of entriesOf(folder)) {
    if (entry.name.startsWith('.') && !name.startsWith('.')) continue
    const at = path.join(folder, entry.name)
    if (name === '**') {
      if (entry.isDirectory() && !leftOut.has(entry.name)) found.push(...walk(at, [name, ...rest]))
      else if (rest.length === 0) found.push(...exactly(at, rest))
    } else if (isMatch(entry.name, name)) {
      if (rest.length > 0 && entry.isDirectory()) found.push(...walk(at, rest))
      else if (rest.length === 0) found.push(...exactly(at, rest))
    }
  }
  return found
}

/** As `glob`, of names with `/`; a pattern without a wildcard is a folder's, too. */
export const globNames = (pattern: string, names: readonly string[], inFolder: string): string[] => {
  const patterns = [pattern, ...(/[*?{]/.test(pattern) ? [] : [`${pattern}/${inFolder}`])]
    .flatMap(alternatives)
    .map(partsOf)
  return names.filter((name) => patterns.some((one) => isBelow(name.split('/'), one)))
}

function isBelow(names: readonly string[], [pattern, ...patterns]: readonly string[]): boolean {
  const [name, ...below] = names
  if (pattern === undefined || name === undefined) return pattern === name
  const isSeen = !name.startsWith('.') || pattern.startsWith('.')
  if (pattern !== '**') return isSeen && isMatch(name, pattern) && isBelow(below, patterns)
  return isBelow(names, patterns) || (isSeen && !leftOut.has(name) && isBelow(below, [pattern, ...patterns]))
}

function exactly(at: string, rest: readonly string[]): string[] {
  const kind = statSync(at, { throwIfNoEntry: false })
  if (rest.length > 0) return kind?.isDirectory() ? walk(at, rest) : []
  return kind?.isFile() ? [at] : []
}

const entriesOf = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** In a time of at most the product of both lengths, whatever they are. */
function isMatch(name: string, pattern: string): boolean {
  let at = 0
  let inPattern = 0
  let star = -1
  let afterStar = 0
  while (at < name.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern
      afterStar = at
      inPattern += 1
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === name[at]) {
      at += 1
      inPattern += 1
    } else if (star >= 0) {
      afterStar += 1
      at = afterStar
      inPattern = star + 1
    } else return false
  }
  return /^\**$/.test(pattern.slice(inPattern))
}

/** `{a,b}` as a pattern for each of them, without braces inside braces. */
function alternatives(pattern: string): string[] {
  let patterns = [pattern]
  for (;;) {
    const next = patterns.flatMap((one) => {
      const braces = /\{([^{},]*,[^{}]*)\}/.exec(one)
      if (braces === null) return [one]
      const [whole, inside = ''] = braces
      const end = braces.index + whole.length
      return inside.split(',').map((choice) => `${one.slice(0, braces.index)}${choice}${one.slice(end)}`)
    })
    if (next.length === patterns.length && next.every((one, index) => one === patterns[index])) return next
    if (next.length > maxAlternatives) return next.slice(0, maxAlternatives)
    patterns = next
  }
}
