/** The path to which a sign-in leads when no other was asked for. */
export const home = '/'

/**
 * `asked`, if it is a path of the service at `url` to which a browser may be redirected, and has at most `maxLength`
 * characters; otherwise `home`. Refuses everything that a browser could read as another site: a scheme, `//`, a
 * backslash (which the WHATWG URL parser reads as `/`) and control characters (which it drops).
 */
export const checkedReturnTo = (asked: unknown, url: string, maxLength = Infinity): string =>
  typeof asked === 'string' &&
  asked.length <= maxLength &&
  /^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked) &&
  // The pattern alone should keep the origin; this second check parses the path as a browser does.
  new URL(asked, url).origin === new URL(url).origin
    ? asked
    : home
