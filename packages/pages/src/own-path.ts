/**
 * Whether a text is a path of the service at `url`, to which a browser may be redirected. Refuses everything that a
 * browser could read as another site: a scheme, `//`, a backslash (which the WHATWG URL parser reads as `/`) and
 * control characters (which it drops).
 */
export const isOwnPath = (text: unknown, url: string): text is string =>
  typeof text === 'string' &&
  /^\/(?!\/)[^\\\p{Cc}]*$/u.test(text) &&
  // The pattern alone should keep the origin; this second check parses the path as a browser does.
  new URL(text, url).origin === new URL(url).origin
