import { fork, parse, type CssNode, type ParseOptions } from 'css-tree'

/** Characters: fewer than the 16,384 tokens for which css-tree first reserves memory. */
const maxShortLength = 16_000

const forked = fork({ types: { 'system-color': '| <deprecated-system-color>' } })

/**
 * A parser of css-tree clears memory for its longest text before each (csstree issue 379), so long texts have their own
 * and do not slow down every later `style`.
 */
export const readCss = (css: string, options?: ParseOptions): CssNode =>
  css.length <= maxShortLength ? parse(css, options) : forked.parse(css, options)

/** With the system colours of CSS 2, which Word writes and clients keep. */
export const cssLexer = forked.lexer
