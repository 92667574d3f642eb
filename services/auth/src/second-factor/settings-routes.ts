import { languageOf } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { rememberDevice, secondFactorDeviceOf } from '../login/known-device'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { signedInPlace } from '../throttle/spend-proof'
import { attemptProof, type Proof, type ProofDeps } from './attempt-proof'
import { sendSecondFactorSettingsPage } from './second-factor-settings-page'
import { secondFactorSettingsTexts } from './second-factor-settings-texts'
import {
  disableSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  totpSecretContext,
  type SecondFactorOwner,
} from './second-factors'
import { findTimeStep, makeTotpSecret, totpUrl } from './totp'

interface SecondFactorSettingsDeps extends ProofDeps {
  config: Pick<AuthConfig, 'authUrl' | 'sessionSecret'>
}

const settingsPath = '/settings/second-factor'

const settingsForm = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('turn_on'),
    sealed_secret: singleText.max(1_000),
    code: singleText.max(100).default(''),
    password: z.string().default(''),
  }),
  z.object({
    action: z.enum(['turn_off', 'replace_recovery_codes']),
    /** The password, or a code of the app. */
    proof: z.string().default(''),
  }),
])
type SettingsForm = z.output<typeof settingsForm>
type TurnOnForm = Extract<SettingsForm, { action: 'turn_on' }>
type ChangeForm = Exclude<SettingsForm, TurnOnForm>

/**
 * Each change needs the password or a code besides the session. This keeps out a parent account's user who acts for
 * this one, and a person who finds a signed-in browser.
 */
export function secondFactorSettingsRoutes(deps: SecondFactorSettingsDeps): Router {
  const router = Router()
  router
    .route(settingsPath)
    .get(requireSignIn, async (req, res) => {
      const texts = secondFactorSettingsTexts[languageOf(req)]
      const notice = req.query.turned_off === undefined ? undefined : texts.turnedOff
      await sendSettings(deps, res, { notice })
    })
    .post(requireSignIn, async (req, res) => {
      const form = parseInput(settingsForm, req.body)
      if (form.action === 'turn_on') await turnOn(deps, req, res, form)
      else await changeSecondFactor(deps, req, res, form)
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}

async function turnOn(
  deps: SecondFactorSettingsDeps,
  req: Request,
  res: Response,
  form: TurnOnForm,
): Promise<void> {
  const texts = secondFactorSettingsTexts[languageOf(req)]
  const owner = ownerOf(req, res)
  const sealedSecret = new Uint8Array(Buffer.from(form.sealed_secret, 'base64url'))
  const secret = deps.sealer.open(sealedSecret, totpSecretContext(owner.userId))
  if (secret === null) {
    await sendSettings(deps, res, { error: texts.newSecret, status: 400 })
    return
  }
  const usedStep = findTimeStep(secret, form.code.replace(/\s/g, ''), deps.clock.now())
  if (usedStep === null) {
    await sendSettings(deps, res, { secret, error: texts.wrongCode, status: 400 })
    return
  }
  if (!(await checkProof(deps, req, res, { password: form.password }, { secret }))) return
  const recoveryCodes = await enableSecondFactor(deps, owner, { sealedSecret, usedStep })
  if (recoveryCodes) rememberDevice(deps, req, res, owner.userId, { gaveSecondFactor: true })
  await sendSettings(deps, res, recoveryCodes ? { recoveryCodes } : {})
}

async function changeSecondFactor(
  deps: SecondFactorSettingsDeps,
  req: Request,
  res: Response,
  { action, proof }: ChangeForm,
): Promise<void> {
  const owner = ownerOf(req, res)
  // Six digits are a code: no password is that short (`assertPassword`).
  const totpCode = /^\s*(\d{3})\s?(\d{3})\s*$/.exec(proof)?.slice(1).join('')
  if (!(await checkProof(deps, req, res, totpCode ? { totpCode } : { password: proof }))) return
  if (action === 'turn_off') {
    await disableSecondFactor(deps, owner)
    res.redirect(303, `${settingsPath}?turned_off=1`)
    return
  }
  const recoveryCodes = await replaceRecoveryCodes(deps, owner)
  await sendSettings(deps, res, recoveryCodes ? { recoveryCodes } : {})
}

/** Resolves to false after it has sent the page with the reason. */
async function checkProof(
  deps: SecondFactorSettingsDeps,
  req: Request,
  res: Response,
  proof: Proof,
  page: SettingsContent = {},
): Promise<boolean> {
  const texts = secondFactorSettingsTexts[languageOf(req)]
  const user = userOf(res)
  const device = secondFactorDeviceOf(deps, req, user.id)
  const place = signedInPlace(device, { actorId: (user.actor ?? user).id })
  const attempt = await attemptProof(deps, { ...ownerOf(req, res), place }, proof)
  if (attempt.outcome === 'right') return true
  if (attempt.outcome === 'wrong') {
    const error = 'password' in proof ? texts.wrongPassword : texts.wrongCode
    await sendSettings(deps, res, { ...page, error, status: 403 })
    return false
  }
  res.setHeader('Retry-After', String(attempt.retryAfterSeconds))
  const error = texts.tooMany(attempt)
  await sendSettings(deps, res, { ...page, error, status: 429 })
  return false
}

const ownerOf = (req: Request, res: Response): SecondFactorOwner => ({
  userId: userOf(res).id,
  ip: req.ip,
  language: languageOf(req),
})

interface SettingsContent {
  secret?: string
  recoveryCodes?: readonly string[]
  notice?: string | undefined
  error?: string
  status?: number
}

async function sendSettings(
  { db, sealer, config }: SecondFactorSettingsDeps,
  res: Response,
  { secret = makeTotpSecret(), ...page }: SettingsContent,
): Promise<void> {
  const user = userOf(res)
  const secondFactor = await findSecondFactor({ db }, user.id)
  const setUp = secondFactor
    ? null
    : {
        secret,
        sealedSecret: Buffer.from(sealer.seal(secret, totpSecretContext(user.id))).toString('base64url'),
        // The host tells a user of several installations which one a code is for.
        url: totpUrl(secret, { issuer: new URL(config.authUrl).hostname, label: user.email }),
      }
  sendSecondFactorSettingsPage(res, { secondFactor, setUp, ...page })
}
