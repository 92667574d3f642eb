import { languageOf } from '@pas/pages/languages'
import type { Request, Response } from 'express'
import type { AuthConfig } from '../config'
import { secondFactorDeviceOf } from '../login/known-device'
import { userOf } from '../login/require-sign-in'
import { attemptProof, type Proof, type ProofDeps } from './attempt-proof'
import { signedInPlace } from '../throttle/spend-proof'
import { proofTexts } from './proof-texts'

export interface CheckProofDeps extends ProofDeps {
  config: Pick<AuthConfig, 'sessionSecret'>
}

/** For the page that is shown again. */
export interface ProofRefusal {
  status: 403 | 429
  error: string
}

/** Six digits are a code of the app: no password is that short (`assertPassword`). */
export function typedProof(text: string): Proof {
  const totpCode = /^\s*(\d{3})\s?(\d{3})\s*$/.exec(text)?.slice(1).join('')
  return totpCode === undefined ? { password: text } : { totpCode }
}

/**
 * What a person changes for good needs the password or a code besides the session. This keeps out a parent account's
 * user who acts for this one, and a person who finds a signed-in browser. Null for a right proof.
 */
export async function checkProof(
  deps: CheckProofDeps,
  req: Request,
  res: Response,
  proof: Proof,
): Promise<ProofRefusal | null> {
  const language = languageOf(req)
  const texts = proofTexts[language]
  const user = userOf(res)
  const device = secondFactorDeviceOf(deps, req, user.id)
  const place = signedInPlace(device, { actorId: (user.actor ?? user).id })
  const attempt = await attemptProof(deps, { userId: user.id, ip: req.ip, language, place }, proof)
  switch (attempt.outcome) {
    case 'right':
      return null
    case 'wrong':
      return { status: 403, error: 'password' in proof ? texts.wrongPassword : texts.wrongCode }
    case 'too_many':
      res.setHeader('Retry-After', String(attempt.retryAfterSeconds))
      return { status: 429, error: texts.tooMany(attempt) }
  }
}
