/** Text of `text/enriched` (RFC 1896) and `text/richtext` (RFC 1341 §7.1.3), without its formatting. Linear time. */
export const plainFromMarkup = (markup: string): string =>
  markup
    .replace(/<param>[^<]*<\/param>/gi, '')
    .replace(/<(?:nl|lt|<)>?|<\/?[\w-]{1,60}>/gi, (found) => replacements.get(found.toLowerCase()) ?? '')
    // RFC 1896: one line break is a blank, each further one a line break.
    .replace(/(?:\r?\n)+/g, (breaks) => '\n'.repeat(breaks.split('\n').length - 2) || ' ')

const replacements: ReadonlyMap<string, string> = new Map([
  ['<nl>', '\n\n'],
  ['<lt>', '<'],
  ['<<', '<'],
])
