import { fork, parse, type CssNode, type ParseOptions } from 'css-tree'

/** Maximum characters of a short text: fewer than the 16,384 tokens that css-tree reserves memory for at first. */
const maxShortLength = 16_000

const forked = fork({ types: { 'system-color': '| <deprecated-system-color>' } })

/**
 * Parses CSS. Before each text, a parser of css-tree clears memory for the longest text that it has read (csstree issue
 * 379). One long style sheet would slow down every `style` attribute after it, so long texts have another parser.
 */
export const readCss = (css: string, options?: ParseOptions): CssNode =>
  css.length <= maxShortLength ? parse(css, options) : forked.parse(css, options)

/** The grammars of CSS, with the system colours of CSS 2, which text pasted from Word has and clients keep. */
export const cssLexer = forked.lexer
