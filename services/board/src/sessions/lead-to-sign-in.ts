import { ApiError } from '@pas/runtime/errors'
import type { Request, RequestHandler, Response } from 'express'
import { checkedReturnTo, home, signInPath } from './return-to'

/** Leads visitors who are not signed in to the sign-in, and then back. */
export function requireSession({ boardUrl }: { boardUrl: string }): RequestHandler {
  return (req, res, next) => {
    if (res.locals.signedIn) next()
    else leadToSignIn(req, res, boardUrl)
  }
}

/**
 * Leads to the sign-in, and then back: after a form, to the page that had it. A script's request, as for an event stream,
 * cannot be led anywhere: throws a 401.
 */
export function leadToSignIn(req: Request, res: Response, boardUrl: string): void {
  const destination = req.get('Sec-Fetch-Dest')
  if (destination !== undefined && destination !== 'document')
    throw new ApiError('unauthenticated', 'The session has ended. Load the page again and sign in.')
  const isForm = req.method === 'POST'
  const returnTo = checkedReturnTo(isForm ? pathOfReferrer(req, boardUrl) : req.originalUrl, boardUrl)
  res.redirect(isForm ? 303 : 302, signInPath(returnTo))
}

function pathOfReferrer(req: Request, boardUrl: string): string {
  const referrer = req.get('Referer')
  if (referrer === undefined || !URL.canParse(referrer)) return home
  const { origin, pathname, search } = new URL(referrer)
  return origin === new URL(boardUrl).origin ? pathname + search : home
}
