import { home } from '@pas/pages/return-to'

/** Characters of the longest path to which a sign-in leads back. It is part of `state`, and so of a URL's length. */
export const maxReturnToLength = 1_000

/** The path that begins a sign-in which leads back to `returnTo`, a path of the board. */
export const signInPath = (returnTo: string): string =>
  returnTo === home ? '/signin' : `/signin?return_to=${encodeURIComponent(returnTo)}`
