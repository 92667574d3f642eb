import { compile } from 'html-to-text'

/** What is longer is far below the end of any picture. */
const maxInputLength = 1_000_000

const convert = compile({
  formatters: {
    alternativeText: (element, _walk, builder) => {
      const alternative = (element.attribs as Record<string, string | undefined>).alt?.trim()
      if (alternative) builder.addInline(`[${alternative}]`)
    },
  },
  // Wrapped later, by columns on the screen and not by characters.
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

/** The text a text-only client makes of an HTML part: links behind their text, lists with bullets, no wrapping. */
export function textFromHtml(html: string): string {
  return convert(html.slice(0, maxInputLength))
}
