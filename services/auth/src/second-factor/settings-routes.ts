import { languageOf } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { rememberDevice } from '../login/known-device'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { checkProof, typedProof, type CheckProofDeps } from './check-proof'
import { proofTexts } from './proof-texts'
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

interface SecondFactorSettingsDeps extends CheckProofDeps {
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

/** Each change needs the password or a code besides the session (`checkProof`). */
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
    await sendSettings(deps, res, { secret, error: proofTexts[languageOf(req)].wrongCode, status: 400 })
    return
  }
  const refusal = await checkProof(deps, req, res, { password: form.password })
  if (refusal) {
    await sendSettings(deps, res, { secret, ...refusal })
    return
  }
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
  const refusal = await checkProof(deps, req, res, typedProof(proof))
  if (refusal) {
    await sendSettings(deps, res, refusal)
    return
  }
  if (action === 'turn_off') {
    await disableSecondFactor(deps, owner)
    res.redirect(303, `${settingsPath}?turned_off=1`)
    return
  }
  const recoveryCodes = await replaceRecoveryCodes(deps, owner)
  await sendSettings(deps, res, recoveryCodes ? { recoveryCodes } : {})
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
