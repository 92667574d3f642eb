import { checkedReturnTo, home } from '@pas/pages/return-to'
import { ApiError } from '@pas/runtime/errors'
import type { Request, RequestHandler, Response } from 'express'

/** Characters: the path becomes a part of `state`, and so of a URL. */
export const maxReturnToLength = 1_000

export function requireSession({ boardUrl }: { boardUrl: string }): RequestHandler {
  return (req, res, next) => {
    if (res.locals.signedIn) next()
    else leadToSignIn(req, res, boardUrl)
  }
}

/**
 * The user comes back to this page, or to the page of a form. Throws a 401 for a script or an event stream, where a
 * redirect would not change the page.
 */
export function leadToSignIn(req: Request, res: Response, boardUrl: string): void {
  const destination = req.get('Sec-Fetch-Dest')
  if (destination !== undefined && destination !== 'document')
    throw new ApiError('unauthenticated', 'The session has ended. Load the page again and sign in.')
  const isForm = req.method === 'POST'
  const pagePath = isForm ? pathOfReferrer(req, boardUrl) : req.originalUrl
  const returnTo = checkedReturnTo(pagePath, boardUrl, maxReturnToLength)
  res.redirect(isForm ? 303 : 302, signInPath(returnTo))
}

function pathOfReferrer(req: Request, boardUrl: string): string {
  const referrer = req.get('Referer')
  if (referrer === undefined || !URL.canParse(referrer)) return home
  const { origin, pathname, search } = new URL(referrer)
  return origin === new URL(boardUrl).origin ? pathname + search : home
}

const signInPath = (returnTo: string): string =>
  returnTo === home ? '/signin' : `/signin?return_to=${encodeURIComponent(returnTo)}`
