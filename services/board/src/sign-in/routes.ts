import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { keepLanguage } from '@pas/pages/languages'
import { checkedReturnTo } from '@pas/pages/return-to'
import type { ReaderDeps } from '../api/create-public-reader'
import { currentUserAnswer, type ApiUser } from '../api/schema'
import { readAnswer, sendRequest } from '../api/send-request'
import { AccessDeniedError, GrantRefusedError, type TokenPair } from '../oauth/authorization-server'
import { requireSession, maxReturnToLength } from '../sessions/lead-to-sign-in'
import { sessionCookie, signedInOf } from '../sessions/session-cookie'
import { deleteSession, insertSession, type BoardSession } from '../sessions/session-store'
import type { SessionDeps } from '../sessions/session-tokens'
import { sendSignedOutPage, sendStartAgainPage } from './sign-in-pages'
import { createSignInState, openSignInState } from './sign-in-state'

export interface SignInDeps extends SessionDeps {
  api: ReaderDeps
  config: { boardUrl: string; authUrl: string }
}

export function signInRoutes(deps: SignInDeps): Router {
  const { boardUrl, authUrl } = deps.config
  const router = Router()

  router
    .route('/signin')
    .get(async (req, res) => {
      const returnTo = checkedReturnTo(req.query.return_to, boardUrl, maxReturnToLength)
      if (res.locals.signedIn) {
        res.redirect(302, returnTo)
        return
      }
      const stateOf = createSignInState(deps, req, res)
      const address = await deps.authorizationServer.begin((codeVerifier) =>
        stateOf({ codeVerifier, returnTo }),
      )
      res.redirect(302, withOneTimeLink(req, authUrl, address))
    })
    .all(refuseOtherMethods('GET'))

  router
    .route('/callback')
    .get((req, res) => finishSignIn(deps, req, res))
    .all(refuseOtherMethods('GET'))

  router
    .route('/language')
    // Auth leads here when the user has chosen a language there.
    .get(requireSession(deps.config), async (_req, res) => {
      const { language } = await signedInOf(res).api.currentUser()
      keepLanguage(res, language ?? null)
      res.redirect(302, '/')
    })
    .all(refuseOtherMethods('GET'))

  router
    .route('/signout')
    .post(async (req, res) => {
      const session = sessionCookie.sessionOf(req)
      if (session) await deleteSession(deps, session.id)
      sessionCookie.end(req)
      const isSignedOut = !session || (await revoke(deps, session.tokens, { endsSignIn: true }))
      res.redirect(303, isSignedOut ? '/signed-out' : '/signed-out?here_only=1')
    })
    .all(refuseOtherMethods('POST'))

  router
    .route('/signed-out')
    .get((req, res) => {
      sendSignedOutPage(res, { authUrl, isHereOnly: req.query.here_only !== undefined })
    })
    .all(refuseOtherMethods('GET', 'HEAD'))

  return router
}

async function finishSignIn(deps: SignInDeps, req: Request, res: Response): Promise<void> {
  const { state } = req.query
  const signIn = openSignInState(deps, req, state)
  if (!signIn || typeof state !== 'string') {
    // The user left this tab open for too long, or loaded the answer again.
    if (res.locals.signedIn) res.redirect(302, '/')
    else sendStartAgainPage(res, 'unknown')
    return
  }
  const answer = new URL(req.originalUrl, deps.config.boardUrl)
  const tokens = await deps.authorizationServer
    .finish(answer, { state, codeVerifier: signIn.codeVerifier })
    .catch((error: unknown) => {
      if (error instanceof GrantRefusedError) return 'refused'
      if (error instanceof AccessDeniedError) return 'denied'
      throw error
    })
  if (typeof tokens === 'string') {
    // A user who is signed in has loaded the answer of a finished sign-in again.
    if (tokens === 'refused' && res.locals.signedIn) res.redirect(302, signIn.returnTo)
    else sendStartAgainPage(res, tokens)
    return
  }
  const session = await startSession(deps, req, res, tokens)
  // The browser may already have a session, perhaps of another user: that one ends.
  const previous = sessionCookie.sessionOf(req)
  if (previous) {
    await deleteSession(deps, previous.id)
    await revoke(deps, previous.tokens)
  }
  sessionCookie.begin(req, session)
  res.redirect(302, signIn.returnTo)
}

/**
 * The one-time link of `npm start` begins at auth's `/login/link`, which exists only on loopback and leads on to the
 * authorization request.
 */
function withOneTimeLink(req: Request, authUrl: string, address: URL): string {
  const { link } = req.query
  if (typeof link !== 'string') return address.href
  const linked = new URL(`${authUrl}/login/link`)
  linked.searchParams.set('link', link)
  linked.searchParams.set('return_to', address.pathname + address.search)
  return linked.href
}

/** Revokes the tokens when the session cannot be stored. */
async function startSession(
  deps: SignInDeps,
  req: Request,
  res: Response,
  tokens: TokenPair,
): Promise<BoardSession> {
  try {
    const { id, full_name: fullName, language } = await fetchUser(deps, req, tokens)
    keepLanguage(res, language ?? null)
    return await insertSession(deps, { user: { id, fullName }, tokens })
  } catch (error) {
    await revoke(deps, tokens)
    throw error
  }
}

async function fetchUser(deps: SignInDeps, req: Request, { accessToken }: TokenPair): Promise<ApiUser> {
  const response = await sendRequest(deps.api, {
    url: `${deps.api.userApiUrl}/users/current`,
    headers: { Authorization: `Bearer ${accessToken}` },
    callerIp: req.ip,
  })
  return (await readAnswer(response, currentUserAnswer)).user
}

/** False, and logged, when auth cannot be asked: the tokens then expire by themselves. */
async function revoke(
  { authorizationServer, logger }: SignInDeps,
  tokens: TokenPair,
  options: { endsSignIn?: boolean } = {},
): Promise<boolean> {
  try {
    await authorizationServer.revoke(tokens.refreshToken, options)
    return true
  } catch (error) {
    logger.warn({ err: error }, 'the tokens of a session that has ended could not be revoked')
    return false
  }
}
