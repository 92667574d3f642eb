/**
 * `text/enriched` (RFC 1896) and `text/richtext` (RFC 1341 §7.1.3) so that no client makes an address of it: it keeps
 * commands without parameters of their own, and values of `<param>` that are words. Linear time.
 */
export const plainRichText = (text: string): string =>
  text
    .replace(/<param>([\w ,#.-]{0,100})<\/param>|<\/?param>?/gi, (found, value?: string) =>
      value === undefined ? '' : found,
    )
    .replace(/<\/?[\w-]{1,60}>|</g, (found) => (found === '<' ? '(' : found))
