import { ident, string, tokenize, tokenTypes, url } from 'css-tree'
import { replacedReference, resolveReference } from './resolve-reference'
import { spliced, type Splice } from './splice'

interface CssAddress {
  /** Decoded. */
  value: string
  /** A whole `url(…)`, or a string. */
  token: 'url' | 'string'
  /** `@import`. */
  isStyleSheet: boolean
  start: number
  end: number
}

/** Their string argument is fetched (CSS Images 4 §2, CSS Values 4 §4.5). */
const fetchingFunctions = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])

/** Addresses in their preludes are not fetched. */
const namingAtRules = new Set(['namespace', 'document', '-moz-document', 'charset'])

/**
 * Everything that CSS fetches. Reads tokens, not rules, so that invalid CSS hides no address. A bad url token (CSS
 * Syntax 3) is no address.
 */
export function cssAddresses(css: string): CssAddress[] {
  const addresses: CssAddress[] = []
  const openFunctions: string[] = []
  let atRule = ''
  let readUntil = 0
  const add = (value: string, token: CssAddress['token'], start: number, end: number): void => {
    addresses.push({ value, token, isStyleSheet: atRule === 'import', start, end })
  }

  tokenize(css, (type, start, end) => {
    if (start < readUntil) return
    switch (type) {
      case tokenTypes.AtKeyword:
        atRule = ident.decode(css.slice(start + 1, end)).toLowerCase()
        break
      case tokenTypes.Semicolon:
      case tokenTypes.LeftCurlyBracket:
      case tokenTypes.RightCurlyBracket:
        atRule = ''
        openFunctions.length = 0
        break
      case tokenTypes.LeftParenthesis:
        openFunctions.push('')
        break
      case tokenTypes.RightParenthesis:
        openFunctions.pop()
        break
      case tokenTypes.Function: {
        const name = ident.decode(css.slice(start, end - 1)).toLowerCase()
        // For `\75rl(a.png)`, the tokenizer returns a function, but browsers read a url token.
        const isEscapedUrl = name === 'url' && css[start + 3] !== '('
        const urlEnd = isEscapedUrl ? findUnquotedEnd(css, end) : null
        if (urlEnd === null) {
          openFunctions.push(name)
          break
        }
        readUntil = urlEnd
        const value = url.decode(`url(${css.slice(end, urlEnd)}`)
        add(value, 'url', start, urlEnd)
        break
      }
      case tokenTypes.Url:
        if (!namingAtRules.has(atRule)) add(url.decode(css.slice(start, end)), 'url', start, end)
        break
      case tokenTypes.String: {
        const innermost = openFunctions.at(-1)
        const isFetched = innermost === undefined ? atRule === 'import' : fetchingFunctions.has(innermost)
        if (isFetched && !namingAtRules.has(atRule))
          add(string.decode(css.slice(start, end)), 'string', start, end)
        break
      }
    }
  })
  return addresses
}

/** The offset after an unquoted url and its parenthesis; null if a string follows, which makes it a function. */
function findUnquotedEnd(css: string, from: number): number | null {
  let at = from
  while (/\s/.test(css[at] ?? '')) at++
  if (css[at] === '"' || css[at] === "'") return null
  while (at < css.length && css[at] !== ')') at += css[at] === '\\' ? 2 : 1
  return Math.min(at + 1, css.length)
}

/**
 * Normalised absolute http(s) and `cid:` URLs, each once, in order. `baseUrl`: the style sheet's own; null leaves out
 * relative addresses.
 */
export function findCssReferences(css: string, baseUrl: string | null, atMost = Infinity): string[] {
  const found = new Set<string>()
  for (const value of new Set(cssAddresses(css).map((address) => address.value))) {
    if (found.size >= atMost) break
    const reference = resolveReference(value, baseUrl)
    if ('url' in reference) found.add(reference.url)
  }
  return [...found]
}

/**
 * Addresses that our clients do not load become `missingReference`. `data:`, `#…`, fragments and all other bytes stay.
 */
export function rewriteCssReferences(
  css: string,
  baseUrl: string | null,
  replace: (url: string) => string,
): string {
  return rewriteCssAddresses(css, (address) => replacedReference(address, baseUrl, replace))
}

export function rewriteCssAddresses(
  css: string,
  replace: (address: string, isStyleSheet: boolean) => string | null,
): string {
  const splices: Splice[] = []
  for (const { value, token, isStyleSheet, start, end } of cssAddresses(css)) {
    const replaced = replace(value, isStyleSheet)
    if (replaced === null) continue
    const quoted = cssString(replaced)
    splices.push({ start, end, text: token === 'url' ? `url(${quoted})` : quoted })
  }
  return spliced(css, splices)
}

/** Safe inside `<style>`, too, which `</style` would end. */
const cssString = (text: string): string => string.encode(text).replace(/</g, '\\3c ').replace(/>/g, '\\3e ')
