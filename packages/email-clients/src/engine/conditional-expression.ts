export type FeatureVersion = (feature: string) => number | null

type Token = '(' | ')' | '!' | '&' | '|' | { word: string } | { number: number }

const comparisons: ReadonlyMap<string, (version: number, asked: number) => boolean> = new Map([
  ['lt', (version, asked) => version < asked],
  ['lte', (version, asked) => version <= asked],
  ['gt', (version, asked) => version > asked],
  ['gte', (version, asked) => version >= asked],
])

class Malformed extends Error {}

/**
 * Microsoft, About conditional comments, 2011: `!`, `&`, `|`, parentheses, `true`, `false`, features with or without a
 * version, `lt lte gt gte`. Anything else is false.
 */
export function evaluateCondition(condition: string, versionOf: FeatureVersion): boolean {
  const tokens = tokenize(condition)
  if (!tokens) return false
  try {
    return evaluateTokens(tokens, versionOf)
  } catch (error) {
    if (error instanceof Malformed) return false
    throw error
  }
}

function evaluateTokens(tokens: readonly Token[], versionOf: FeatureVersion): boolean {
  let at = 0
  const result = readOr()
  return at === tokens.length && result

  // Both sides of an operator are read, even if the first decides.
  function readOr(): boolean {
    let result = readAnd()
    while (take('|')) result = readAnd() || result
    return result
  }

  function readAnd(): boolean {
    let result = readNot()
    while (take('&')) result = readNot() && result
    return result
  }

  function readNot(): boolean {
    let isNegated = false
    while (take('!')) isNegated = !isNegated
    return readTerm() !== isNegated
  }

  function readTerm(): boolean {
    if (take('(')) {
      const result = readOr()
      if (!take(')')) throw new Malformed()
      return result
    }
    const word = readWord()
    if (word === 'true' || word === 'false') return word === 'true'
    const compare = comparisons.get(word)
    const version = versionOf(compare ? readWord() : word)
    const asked = readNumber()
    if (compare && asked === null) throw new Malformed()
    if (version === null) return false
    if (asked === null) return true
    return compare ? compare(version, asked) : version === asked
  }

  function take(symbol: Token): boolean {
    if (tokens[at] !== symbol) return false
    at += 1
    return true
  }

  function readWord(): string {
    const token = tokens[at]
    if (typeof token !== 'object' || !('word' in token)) throw new Malformed()
    at += 1
    return token.word
  }

  function readNumber(): number | null {
    const token = tokens[at]
    if (typeof token !== 'object' || !('number' in token)) return null
    at += 1
    return token.number
  }
}

function tokenize(written: string): Token[] | null {
  const condition = written.trim()
  const tokens: Token[] = []
  const scanner = /(?:([()!&|])|([a-z][\w-]*)|(\d+(?:\.\d+)?))\s*/giy
  while (scanner.lastIndex < condition.length) {
    const match = scanner.exec(condition)
    if (!match) return null
    const [, symbol, word, digits] = match
    if (word !== undefined) tokens.push({ word: word.toLowerCase() })
    else if (digits !== undefined) tokens.push({ number: Number(digits) })
    else tokens.push(symbol as '(' | ')' | '!' | '&' | '|')
  }
  return tokens.length > 0 ? tokens : null
}
