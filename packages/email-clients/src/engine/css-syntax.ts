import { fork, parse, type CssNode, type ParseOptions } from 'css-tree'

/** As many tokens as css-tree has room for from the start. */
const maxShortLength = 16_000

const forked = fork({ types: { 'system-color': '| <deprecated-system-color>' } })

/**
 * css-tree's own. Before each text it clears room for the longest it ever read (csstree issue 379), so that one long style sheet would make
 * every `style` attribute after it dear: what is long has a parser to itself.
 */
export const readCss = (css: string, options?: ParseOptions): CssNode =>
  css.length <= maxShortLength ? parse(css, options) : forked.parse(css, options)

/** The grammars of CSS, with the system colours of CSS 2: what is pasted from Word is full of `windowtext`, and clients keep it. */
export const cssLexer = forked.lexer
