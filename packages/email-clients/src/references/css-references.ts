import { ident, string, tokenize, tokenTypes, url } from 'css-tree'
import { replacedReference, resolveReference } from './resolve-reference'
import { spliced, type Splice } from './splice'

/** An address in CSS. `token` tells what is between `start` and `end`: a whole `url(…)`, or a string. */
interface CssAddress {
  value: string
  token: 'url' | 'string'
  start: number
  end: number
}

/** Functions whose string argument is fetched (CSS Images 4 §2, CSS Values 4 §4.5). */
const fetchingFunctions = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])

/** At-rules whose prelude holds addresses that name something and are never fetched. */
const namingAtRules = new Set(['namespace', 'document', '-moz-document', 'charset'])

/**
 * Every address that CSS fetches: url(), src(), image-set() strings, @import, @font-face, wherever they stand. Works on
 * tokens, so broken CSS costs nothing but its own brokenness; a bad url token (as browsers see it) is no address.
 */
function cssAddresses(css: string): CssAddress[] {
  const addresses: CssAddress[] = []
  /** Open blocks: a function's name, or '' for a bracket. */
  const open: string[] = []
  /** The at-rule whose prelude is being read. */
  let atRule = ''
  let readUntil = 0

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
        open.length = 0
        break
      case tokenTypes.LeftParenthesis:
        open.push('')
        break
      case tokenTypes.RightParenthesis:
        open.pop()
        break
      case tokenTypes.Function: {
        const name = ident.decode(css.slice(start, end - 1)).toLowerCase()
        const escapedUrl = name === 'url' && css[start + 3] !== '(' && unquotedEnd(css, end)
        if (escapedUrl) {
          // `\75rl(a.png)`: browsers see a url token where the tokenizer sees a function.
          readUntil = escapedUrl
          addresses.push({
            value: url.decode(`url(${css.slice(end, escapedUrl)}`),
            token: 'url',
            start,
            end: escapedUrl,
          })
        } else open.push(name)
        break
      }
      case tokenTypes.Url:
        if (!namingAtRules.has(atRule))
          addresses.push({ value: url.decode(css.slice(start, end)), token: 'url', start, end })
        break
      case tokenTypes.String: {
        const fetched = open.length > 0 ? fetchingFunctions.has(open.at(-1) ?? '') : atRule === 'import'
        if (fetched && !namingAtRules.has(atRule))
          addresses.push({ value: string.decode(css.slice(start, end)), token: 'string', start, end })
        break
      }
    }
  })
  return addresses
}

/** Where an unquoted url's text ends, its parenthesis included; false when a string follows, which is a function's. */
function unquotedEnd(css: string, from: number): number | false {
  let at = from
  while (/\s/.test(css[at] ?? '')) at++
  if (css[at] === '"' || css[at] === "'") return false
  while (at < css.length && css[at] !== ')') at += css[at] === '\\' ? 2 : 1
  return Math.min(at + 1, css.length)
}

/**
 * Normalised absolute http(s) and `cid:` URLs that this stylesheet, `<style>` text or `style` attribute fetches,
 * unique, in order, the first `atMost` of them. `baseUrl` is the stylesheet's own URL; null (an email without a base)
 * leaves relative ones out.
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
 * Replaces every address in CSS that is fetched: http(s) and cid: ones by `replace` (their fragment stays), those that
 * no client of ours loads by `missingReference`; data: and `#…` stay. All else is kept byte for byte.
 */
export function rewriteCssReferences(
  css: string,
  baseUrl: string | null,
  replace: (url: string) => string,
): string {
  return rewriteCssAddresses(css, (address) => replacedReference(address, baseUrl, replace))
}

/** Replaces addresses in CSS. `replace` gets each address decoded, and returns null to keep it. */
export function rewriteCssAddresses(css: string, replace: (address: string) => string | null): string {
  const splices: Splice[] = []
  for (const { value, token, start, end } of cssAddresses(css)) {
    const replaced = replace(value)
    if (replaced === null) continue
    const quoted = cssString(replaced)
    splices.push({ start, end, text: token === 'url' ? `url(${quoted})` : quoted })
  }
  return spliced(css, splices)
}

/** Also safe inside `<style>`, where `</style` would end it. */
const cssString = (text: string): string => string.encode(text).replace(/</g, '\\3c ').replace(/>/g, '\\3e ')
