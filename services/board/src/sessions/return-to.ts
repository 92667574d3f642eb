import { isOwnPath } from '@pas/pages/own-path'

/** The page after signing in when no other was asked for. */
export const home = '/'

/** Longest path to which a sign-in leads back: it is part of `state`, and that of an address and a `Location`. */
const maxLength = 1_000

/** `asked`, if it is a path of ours that is not too long, otherwise `home`. */
export const checkedReturnTo = (asked: unknown, boardUrl: string): string =>
  isOwnPath(asked, boardUrl) && asked.length <= maxLength ? asked : home

/** The path that begins a sign-in which leads back to `returnTo`, a path of ours. */
export const signInPath = (returnTo: string): string =>
  returnTo === home ? '/signin' : `/signin?return_to=${encodeURIComponent(returnTo)}`
