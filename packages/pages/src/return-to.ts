export const home = '/'

/**
 * `asked`, if a browser may be redirected there, else `home`. Refuses what could be another site: a scheme, `//`, `\`
 * (`/` to the WHATWG URL parser), control characters (which it drops).
 */
export const checkedReturnTo = (asked: unknown, url: string, maxLength = Infinity): string =>
  typeof asked === 'string' &&
  asked.length <= maxLength &&
  /^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked) &&
  // The pattern alone should keep the origin; this second check parses the path as a browser does.
  new URL(asked, url).origin === new URL(url).origin
    ? asked
    : home
