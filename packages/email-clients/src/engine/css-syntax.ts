import { fork, parse, type CssNode, type ParseOptions } from 'css-tree'

/** Characters: fewer than the 16,384 tokens for which css-tree first reserves memory. */
const maxShortLength = 16_000

const forked = fork({ types: { 'system-color': '| <deprecated-system-color>' } })

/**
 * Before each text, a parser of css-tree clears memory for its longest one (csstree issue 379). Long texts have their
 * own parser, so that they do not slow down every later `style`.
 */
export const readCss = (css: string, options?: ParseOptions): CssNode =>
  css.length <= maxShortLength ? parse(css, options) : forked.parse(css, options)

/** With the system colours of CSS 2, which Word writes and clients keep. */
export const cssLexer = forked.lexer
