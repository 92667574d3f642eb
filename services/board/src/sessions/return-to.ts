/** The page after signing in when no other was asked for. */
export const home = '/'

/** Longest path to which a sign-in leads back: it is part of `state`, and that of an address and a `Location`. */
const maxLength = 1_000

/**
 * `asked`, if it is a path of ours, otherwise `home`. Refuses everything that a browser could read as another site: a
 * scheme, `//`, a backslash (which the WHATWG URL parser reads as `/`) and control characters (which it drops).
 */
export function checkedReturnTo(asked: unknown, boardUrl: string): string {
  if (typeof asked !== 'string' || asked.length > maxLength || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked))
    return home
  // The pattern alone should keep the origin; this second check parses the path as a browser does.
  return new URL(asked, boardUrl).origin === new URL(boardUrl).origin ? asked : home
}

/** The path that begins a sign-in which leads back to `returnTo`, a path of ours. */
export const signInPath = (returnTo: string): string =>
  returnTo === home ? '/signin' : `/signin?return_to=${encodeURIComponent(returnTo)}`
