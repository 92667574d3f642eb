import type { AuditNotes } from '@pas/accounts/audit-notes'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { languageOf } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { parseInput } from '@pas/pages/parse-input'
import type { Sealer } from '@pas/pages/sealing/create-sealer'
import { createSealedCookie } from '@pas/pages/sealing/sealed-cookie'
import { addressKey } from '@pas/runtime/http/address-key'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import type { Logger } from '@pas/runtime/logger'
import { reasonOf } from '@pas/runtime/reason-of'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { signInAttempted } from '../events'
import { sendLoginPage } from '../login/login-page'
import { checkedReturnTo, home } from '../login/return-to'
import { startSession } from '../sessions/start-session'
import type { Throttle } from '../throttle/open-throttle'
import { spendFailure } from '../throttle/spend-failure'
import { findOrLinkUser } from './find-or-link-user'
import { openOpenidProvider } from './open-openid-provider'
import { sendOpenidRefusalPage, sendStartAgainPage } from './openid-page'
import { OpenidRefusal } from './openid-refusal'
import { openidTexts } from './openid-texts'
import type { OpenidConfig } from '@pas/settings/openid'

interface OpenidDeps extends DatabaseDeps {
  config: Pick<AuthConfig, 'authUrl'>
  sealer: Sealer
  throttle: Pick<Throttle, 'refusalsPerAddress'>
  refusalTrail: AuditNotes
  logger: Logger
  pathAfterSignIn: (req: Request, path: string) => Promise<string>
}

const beginPath = '/login/openid'
/** The operator registers it at the provider. */
const callbackPath = '/login/openid/callback'

const beginForm = z.object({ return_to: z.unknown().optional() })

/** Kept in a sealed cookie between the redirect to the provider and its answer. */
const begunSignIn = z.object({
  request: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  /** Null when it is too long for a cookie. */
  returnTo: z.string().nullable(),
})
type BegunSignIn = z.output<typeof begunSignIn>

const lifetimeMs = 10 * 60 * 1000
/** Keeps the headers with the cookie below the 4 KB that many proxies accept (`fitsLocation`). */
const maxReturnToLength = 1_500

export function openidRoutes(deps: OpenidDeps, openid: OpenidConfig): Router {
  const { authUrl } = deps.config
  const { name } = openid
  const provider = openOpenidProvider(openid, authUrl + callbackPath)
  const cookie = createSealedCookie(deps, { name: 'openid', value: begunSignIn, lifetimeMs })
  const router = Router()

  router
    .route(beginPath)
    .post(async (req, res) => {
      const returnTo = checkedReturnTo(parseInput(beginForm, req.body).return_to, authUrl)
      try {
        const { url, request } = await provider.begin()
        cookie.set(res, { request, returnTo: returnTo.length <= maxReturnToLength ? returnTo : null })
        res.redirect(303, url.href)
      } catch (error) {
        if (!(error instanceof OpenidRefusal)) throw error
        reportProblem(deps, error)
        const text = openidTexts[languageOf(req)].refusals[error.reason]({ name })
        sendLoginPage(res, { returnTo, status: 503, error: text })
      }
    })
    .all(refuseOtherMethods('POST'))

  router
    .route(callbackPath)
    // Express would answer HEAD like GET, and use the code up.
    .head(refuseOtherMethods('GET'))
    .get(async (req, res) => {
      const begun = cookie.read(req)
      cookie.clear(res)
      try {
        if (!begun)
          throw new OpenidRefusal('expired', 'The browser has no cookie of a sign-in that was begun')
        await finishSignIn(req, res, begun)
      } catch (error) {
        if (!(error instanceof OpenidRefusal)) throw error
        await recordRefusal(deps, req, error)
        const returnTo = begun?.returnTo ?? home
        sendOpenidRefusalPage(res, { reason: error.reason, name, returnTo })
      }
    })
    .all(refuseOtherMethods('GET'))

  async function finishSignIn(
    req: Request,
    res: Response,
    { request, returnTo }: BegunSignIn,
  ): Promise<void> {
    // Takes only the query from the caller: the library sends the rest as our redirect_uri.
    const { search } = new URL(req.originalUrl, authUrl)
    const identity = await provider.finish(new URL(authUrl + callbackPath + search), request)
    const userId = await findOrLinkUser(deps, identity, req.ip)
    const isStarted = await startSession(deps, req, {
      userId,
      passwordHash: null,
      switchedBy: null,
      isSecondFactorSettled: true,
      action: 'session.start_by_openid',
    })
    // The user has been disabled since `findOrLinkUser`.
    if (!isStarted)
      throw new OpenidRefusal('unknown_user', 'The user has been disabled', { user: `user:${userId}` })
    signInAttempted('openid', { outcome: 'right' })
    if (returnTo === null) sendStartAgainPage(res)
    else res.redirect(302, await deps.pathAfterSignIn(req, returnTo))
  }

  return router
}

/**
 * Strangers can cause refusals, so each spends a failure of its IP address; throws `too_many_requests` when none is
 * left. `unavailable` is the provider's own problem.
 */
async function recordRefusal(deps: OpenidDeps, req: Request, refusal: OpenidRefusal): Promise<void> {
  if (refusal.reason === 'unavailable') {
    reportProblem(deps, refusal)
    return
  }
  signInAttempted('openid', { outcome: 'wrong' })
  const { isCounted, waitSeconds } = await spendFailure(deps.throttle.refusalsPerAddress, addressKey(req.ip))
  if (waitSeconds !== null) {
    throw new PageError(
      'too_many_requests',
      (language) => openidTexts[language].tooMany({ retryAfterSeconds: waitSeconds }),
      { headers: { 'Retry-After': String(waitSeconds) } },
    )
  }
  if (!isCounted) return
  const { user: target = 'openid_provider', ...details } = refusal.details
  void deps.refusalTrail.write({
    actor: 'anonymous',
    action: 'session.start_by_openid.failed',
    target,
    ...(req.ip && { ip: req.ip }),
    details: { reason: refusal.reason, ...details },
  })
}

function reportProblem({ logger }: Pick<OpenidDeps, 'logger'>, refusal: OpenidRefusal): void {
  signInAttempted('openid', { outcome: 'unavailable' })
  logger.warn({ reason: reasonOf(refusal) }, 'OpenID provider not usable')
}
