import { fork, parse, type CssNode, type ParseOptions } from 'css-tree'

/** The number of tokens that css-tree reserves memory for at first. */
const maxShortLength = 16_000

const forked = fork({ types: { 'system-color': '| <deprecated-system-color>' } })

/**
 * css-tree clears, before each text, memory for the longest text that it has read (csstree issue 379). One long style
 * sheet would then slow down every `style` attribute after it, so a long text gets a parser of its own.
 */
export const readCss = (css: string, options?: ParseOptions): CssNode =>
  css.length <= maxShortLength ? parse(css, options) : forked.parse(css, options)

/**
 * The grammars of CSS, with the system colours of CSS 2: text that is pasted from Word often has `windowtext`, and
 * clients keep it.
 */
export const cssLexer = forked.lexer
