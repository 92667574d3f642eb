import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { requestWrongCodesMail } from '@pas/accounts/wrong-codes-mails'
import { languageOf } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { signInAttempted } from '../events'
import { rememberDevice, secondFactorDeviceOf } from '../login/known-device'
import { sendLoginPage } from '../login/login-page'
import { checkedReturnTo, fitsLocation, loginPath } from '../login/return-to'
import type { MailOutbox } from '../mails/mail-outbox'
import { startSession } from '../sessions/start-session'
import { elsewhere } from '../throttle/spend-proof'
import { attemptProof, type Proof, type ProofDeps } from './attempt-proof'
import {
  findPendingSignIn,
  pendingSignInCookie,
  pendingSignInValue,
  type PendingSignIn,
} from './pending-sign-in'
import type { SecondFactorDeps } from './second-factors'
import { sendSecondFactorPage } from './second-factor-page'
import { secondFactorTexts } from './second-factor-texts'

interface SecondFactorSignInDeps extends ProofDeps {
  config: Pick<AuthConfig, 'authUrl' | 'sessionSecret' | 'limits'>
  mailOutbox: Pick<MailOutbox, 'wake'> | null
  pathAfterSignIn: (req: Request, path: string) => Promise<string>
}

const secondFactorPath = '/login/second-factor'

const codeForm = z.object({
  code: singleText.max(100).optional(),
  recovery_code: singleText.max(100).optional(),
  return_to: z.unknown().optional(),
})

/** Answers with the page itself when `returnTo` is too long for a `Location`. */
export function askSecondFactor(
  deps: SecondFactorDeps,
  res: Response,
  { returnTo, ...pending }: PendingSignIn & { returnTo: string },
): void {
  pendingSignInCookie(deps).set(res, pendingSignInValue(pending))
  const path = `${secondFactorPath}?return_to=${encodeURIComponent(returnTo)}`
  if (fitsLocation(path)) res.redirect(303, path)
  else sendSecondFactorPage(res, { returnTo })
}

export function secondFactorSignInRoutes(deps: SecondFactorSignInDeps): Router {
  const { authUrl } = deps.config
  const cookie = pendingSignInCookie(deps)
  const router = Router()

  const startAgain = (req: Request, res: Response, returnTo: string): void => {
    cookie.clear(res)
    sendLoginPage(res, { returnTo, status: 403, error: secondFactorTexts[languageOf(req)].startAgain })
  }

  router
    .route(secondFactorPath)
    .get(async (req, res) => {
      const returnTo = checkedReturnTo(req.query.return_to, authUrl)
      if (await findPendingSignIn(deps, cookie.read(req))) sendSecondFactorPage(res, { returnTo })
      else res.redirect(302, loginPath(returnTo))
    })
    .post(async (req, res) => {
      const { code = '', recovery_code = '', return_to } = parseInput(codeForm, req.body)
      const returnTo = checkedReturnTo(return_to, authUrl)
      const texts = secondFactorTexts[languageOf(req)]
      const pending = await findPendingSignIn(deps, cookie.read(req))
      if (!pending) {
        startAgain(req, res, returnTo)
        return
      }
      const proof = proofOf(code, recovery_code)
      if (!proof) {
        sendSecondFactorPage(res, { returnTo, status: 400, error: texts.noCode })
        return
      }
      const page = { returnTo, isRecoveryCode: 'recoveryCode' in proof }
      const { userId, passwordHash } = pending
      const place = secondFactorDeviceOf(deps, req, userId) ?? elsewhere
      const prover = { userId, ip: req.ip, language: languageOf(req), place }
      const attempt = await attemptProof(deps, prover, proof, () =>
        warnOwner(deps, { ...prover, wrongCodes: deps.config.limits.signInFailuresPerAccount }),
      )
      signInAttempted('second_factor', attempt)
      switch (attempt.outcome) {
        case 'wrong':
          sendSecondFactorPage(res, {
            ...page,
            status: 401,
            error: page.isRecoveryCode ? texts.wrongRecoveryCode : texts.wrongCode,
          })
          break
        case 'too_many':
          res.setHeader('Retry-After', String(attempt.retryAfterSeconds))
          sendSecondFactorPage(res, {
            ...page,
            status: 429,
            error: texts.tooMany(attempt),
          })
          break
        case 'right': {
          const isStarted = await startSession(deps, req, {
            userId,
            passwordHash,
            switchedBy: null,
            isSecondFactorSettled: true,
            action: 'session.start',
          })
          // The password was changed or the user disabled since the check.
          if (!isStarted) {
            startAgain(req, res, returnTo)
            break
          }
          cookie.clear(res)
          rememberDevice(deps, req, res, userId, { gaveSecondFactor: true })
          res.redirect(303, await deps.pathAfterSignIn(req, returnTo))
        }
      }
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}

/** Null when both fields are empty. Apps show a code with a space in its middle. */
function proofOf(code: string, recoveryCode: string): Proof | null {
  if (recoveryCode.trim() !== '') return { recoveryCode }
  const totpCode = code.replace(/\s/g, '')
  return totpCode === '' ? null : { totpCode }
}

/** By mail: someone who knows the password has typed all the wrong codes that are allowed in 15 minutes. */
async function warnOwner(
  { db, clock, mailOutbox }: SecondFactorSignInDeps,
  { userId, ip, wrongCodes }: { userId: number; ip: string | undefined; wrongCodes: number },
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (mailOutbox) await requestWrongCodesMail({ db: tx, clock }, { userId, wrongCodes })
    await recordAuditEvent(tx, {
      at: clock.now(),
      actor: 'anonymous',
      action: 'second_factor.exhaust',
      target: `user:${userId}`,
      ...(ip && { ip }),
      details: { wrong_codes: wrongCodes, mail: mailOutbox !== null },
    })
  })
  mailOutbox?.wake()
}
