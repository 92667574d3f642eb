export type FeatureVersion = (feature: string) => number | null

type Token = '(' | ')' | '!' | '&' | '|' | { word: string } | { number: number }

const comparisons: ReadonlyMap<string, (own: number, asked: number) => boolean> = new Map([
  ['lt', (own, asked) => own < asked],
  ['lte', (own, asked) => own <= asked],
  ['gt', (own, asked) => own > asked],
  ['gte', (own, asked) => own >= asked],
])

class Malformed extends Error {}

/**
 * Microsoft, About conditional comments, 2011: `!`, `&`, `|`, parentheses, `true`, `false`, features with or without a
 * version, `lt lte gt gte`. Anything else is false.
 */
export function evaluateCondition(condition: string, versionOf: FeatureVersion): boolean {
  const tokens = tokenize(condition)
  if (!tokens) return false
  const known = tokens
  let at = 0
  try {
    const result = either()
    return at === known.length && result
  } catch (error) {
    if (error instanceof Malformed) return false
    throw error
  }

  function either(): boolean {
    let result = both()
    while (take('|')) result = both() || result
    return result
  }

  function both(): boolean {
    let result = unary()
    while (take('&')) result = unary() && result
    return result
  }

  function unary(): boolean {
    let isNegated = false
    while (take('!')) isNegated = !isNegated
    return term() !== isNegated
  }

  function term(): boolean {
    if (take('(')) {
      const result = either()
      if (!take(')')) throw new Malformed()
      return result
    }
    const name = word()
    if (name === 'true' || name === 'false') return name === 'true'
    const compare = comparisons.get(name)
    const own = versionOf(compare ? word() : name)
    const asked = number()
    if (compare && asked === null) throw new Malformed()
    if (own === null) return false
    if (asked === null) return true
    return compare ? compare(own, asked) : own === asked
  }

  function take(symbol: Token): boolean {
    if (known[at] !== symbol) return false
    at += 1
    return true
  }

  function word(): string {
    const token = known[at]
    if (typeof token !== 'object' || !('word' in token)) throw new Malformed()
    at += 1
    return token.word
  }

  function number(): number | null {
    const token = known[at]
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
