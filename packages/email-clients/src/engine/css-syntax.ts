import { fork, parse, type CssNode, type ParseOptions } from 'css-tree'

/** Characters: fewer than the 16,384 tokens for which css-tree first reserves memory. */
const maxShortLength = 16_000

const forkedCssTree = fork({ types: { 'system-color': '| <deprecated-system-color>' } })

/**
 * Before each text, css-tree clears as much memory as its longest took (csstree issue 379). Long texts have a parser of
 * their own, so they do not slow down every later `style`.
 */
export const readCss = (css: string, options?: ParseOptions): CssNode =>
  css.length <= maxShortLength ? parse(css, options) : forkedCssTree.parse(css, options)

/** With the system colours of CSS 2, which Word writes and clients keep. */
export const cssLexer = forkedCssTree.lexer
