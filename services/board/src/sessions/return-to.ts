import { isOwnPath } from '@pas/pages/own-path'

/** The path to which a sign-in leads when no other was asked for. */
export const home = '/'

/** Characters of the longest path to which a sign-in leads back. It is part of `state`, and so of a URL's length. */
const maxLength = 1_000

/** `asked`, if it is a path of the board that is not too long; otherwise `home`. No sign-in leads to another site. */
export const checkedReturnTo = (asked: unknown, boardUrl: string): string =>
  isOwnPath(asked, boardUrl) && asked.length <= maxLength ? asked : home

/** The path that begins a sign-in which leads back to `returnTo`, a path of the board. */
export const signInPath = (returnTo: string): string =>
  returnTo === home ? '/signin' : `/signin?return_to=${encodeURIComponent(returnTo)}`
