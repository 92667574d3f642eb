import type { CssLocation, CssNode, DeclarationList, StyleSheet } from 'css-tree'
import { readCss } from './css-syntax'
import type { Change } from './emulated-document'

/** Brackets inside brackets; real CSS stays below ten. The parser recurses once or more for each. */
const maxNesting = 64

export interface ParsedCss<Root> {
  root: Root | null
  /** The first thing that is no CSS, in the parser's words; null when all of it is. */
  parseError: string | null
}

/** @param start where the text begins in the HTML as sent; locations count from there. */
export function parseStyleSheet(css: string, start: Change['where']): ParsedCss<StyleSheet> {
  return parseTolerant(css, 'stylesheet', start)
}

export function parseDeclarations(css: string): ParsedCss<DeclarationList> {
  return parseTolerant(css, 'declarationList', null)
}

function parseTolerant<Root extends CssNode>(
  css: string,
  context: 'stylesheet' | 'declarationList',
  start: Change['where'],
): ParsedCss<Root> {
  if (isNestedTooDeep(css)) return { root: null, parseError: 'nested too deep' }
  let parseError: string | null = null
  const options = {
    context,
    positions: context === 'stylesheet',
    line: start?.line ?? 1,
    column: start?.column ?? 1,
    onParseError(error: SyntaxError, fallback: CssNode | null | undefined) {
      // No fallback, or one that stands in a condition only: a matter of that at-rule alone.
      if (fallback && fallback.type !== 'GeneralEnclosed') parseError ??= error.message
    },
  }
  return { root: readCss(css, options) as Root, parseError }
}

function isNestedTooDeep(css: string): boolean {
  let depth = 0
  for (let at = 0; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === 0x28 || code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > maxNesting) return true
    } else if ((code === 0x29 || code === 0x5d || code === 0x7d) && depth > 0) depth -= 1
  }
  return false
}

/** Where a node begins in the HTML as sent. */
export function placeOfCss(location: CssLocation | null | undefined): Change['where'] {
  return location ? { line: location.start.line, column: location.start.column } : null
}
