import type { CssLocation, CssNode, DeclarationList, StyleSheet } from 'css-tree'
import { readCss } from './css-syntax'
import type { Change } from './emulated-document'

/** Nested brackets. Real CSS has below ten; the parser recurses, and hostile CSS would overflow the stack. */
const maxNesting = 64

/** Syntax errors times characters: for each error, css-tree reads the whole text. 100 KB may have 300 errors. */
const maxErrorCost = 32_000_000

class TooManyErrors extends Error {}

export interface ParsedCss<Root> {
  /** Null if too deep, or with too many errors, to be parsed. */
  root: Root | null
  /** About the first syntax error. Null without errors. */
  parseError: string | null
}

/** `start`: where `css` begins in the HTML as sent. Null: places count from line 1, column 1. */
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
  let errors = 0
  const options = {
    context,
    positions: context === 'stylesheet',
    line: start?.line ?? 1,
    column: start?.column ?? 1,
    onParseError(error: SyntaxError, fallback: CssNode | null | undefined) {
      errors += 1
      if (errors * css.length > maxErrorCost) throw new TooManyErrors()
      // Without a fallback, or with `GeneralEnclosed` (an unknown condition), only one at-rule is wrong.
      if (fallback && fallback.type !== 'GeneralEnclosed') parseError ??= error.message
    },
  }
  try {
    return { root: readCss(css, options) as Root, parseError }
  } catch (error) {
    if (error instanceof TooManyErrors) return { root: null, parseError: 'too many errors' }
    throw error
  }
}

function isNestedTooDeep(css: string): boolean {
  let depth = 0
  for (let at = 0; at < css.length; at++) {
    const code = css.charCodeAt(at)
    const opens = code === 0x28 || code === 0x5b || code === 0x7b // ( [ {
    const closes = code === 0x29 || code === 0x5d || code === 0x7d // ) ] }
    if (opens) {
      depth += 1
      if (depth > maxNesting) return true
    } else if (closes && depth > 0) depth -= 1
  }
  return false
}

export function placeOfCss(location: CssLocation | null | undefined): Change['where'] {
  return location ? { line: location.start.line, column: location.start.column } : null
}
