import { compile } from 'html-to-text'

/** Maximum length of the HTML in characters. The rest would be far below the end of any picture. */
const maxInputLength = 1_000_000

const convert = compile({
  formatters: {
    alternativeText: (element, _walk, builder) => {
      const alternative = (element.attribs as Record<string, string | undefined>).alt?.trim()
      if (alternative) builder.addInline(`[${alternative}]`)
    },
  },
  // `wrapText` wraps later, by columns and not by characters.
  wordwrap: false,
  limits: { maxDepth: 200, maxChildNodes: 20_000 },
  selectors: [
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: ['<', '>'] },
    },
    { selector: 'img', format: 'alternativeText' },
    ...['td', 'th'].map((selector) => ({ selector, format: 'block' })),
    ...['title', 'style', 'script', 'head', 'template'].map((selector) => ({ selector, format: 'skip' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** The text of a text-only client from HTML: each link after its text, lists with bullets, lines not wrapped. */
export function textFromHtml(html: string): string {
  return convert(html.slice(0, maxInputLength))
}
