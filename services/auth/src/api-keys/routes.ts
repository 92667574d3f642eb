import { isNameAllowed } from '@pas/accounts/assert-name'
import { languageOf } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import { adminRequest, idOf } from '../administration/admin-request'
import { requireAdmin } from '../administration/require-admin'
import type { AuthParts } from '../auth-parts'
import { userOf } from '../login/require-sign-in'
import { checkProof, typedProof, type CheckProofDeps } from '../second-factor/check-proof'
import { findApiKey, listApiKeys, makeApiKey, noSuchKey, revokeKey, type ShownApiKey } from './api-keys'
import { maxKeyNameLength, sendApiKeysPage, sendRevokePage, type ApiKeysPage } from './api-keys-page'
import { apiKeysTexts } from './api-keys-texts'

type ApiKeyDeps = AuthParts & CheckProofDeps

const keysPath = '/settings/keys'

const proof = z.string().default('')
const makeForm = z.object({ name: singleText.default(''), only_mail: z.literal('1').optional(), proof })
const revokeForm = z.object({ proof })

/** docs/contract.md §2.5. */
export function apiKeyRoutes(deps: ApiKeyDeps): Router {
  const router = Router()
  router
    .route(keysPath)
    .get(requireAdmin(deps), async (req, res) => {
      const { revoked } = apiKeysTexts[languageOf(req)]
      await sendKeys(deps, res, { notice: req.query.revoked === undefined ? undefined : revoked })
    })
    .post(requireAdmin(deps), async (req, res) => {
      const form = parseInput(makeForm, req.body)
      const name = form.name.trim()
      const onlyMail = form.only_mail !== undefined
      if (!isNameAllowed(name) || [...name].length > maxKeyNameLength) {
        const error = apiKeysTexts[languageOf(req)].wrongName({ maxLength: maxKeyNameLength })
        await sendKeys(deps, res, { name: form.name, onlyMail, status: 400, error })
        return
      }
      const refusal = await checkProof(deps, req, res, typedProof(form.proof))
      if (refusal) {
        await sendKeys(deps, res, { name, onlyMail, ...refusal })
        return
      }
      const made = await makeApiKey(deps, adminRequest(req, res), { name, onlyMail })
      // No redirect: only this answer has the key.
      await sendKeys(deps, res, { made })
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  router
    .route(`${keysPath}/:id`)
    .get(requireAdmin(deps), async (req, res) => {
      sendRevokePage(res, { apiKey: await keyOf(deps, req, res) })
    })
    .post(requireAdmin(deps), async (req, res) => {
      const form = parseInput(revokeForm, req.body)
      const apiKey = await keyOf(deps, req, res)
      const refusal = await checkProof(deps, req, res, typedProof(form.proof))
      if (refusal) {
        sendRevokePage(res, { apiKey, ...refusal })
        return
      }
      await revokeKey(deps, adminRequest(req, res), apiKey.id)
      res.redirect(303, `${keysPath}?revoked=1`)
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}

async function sendKeys(deps: ApiKeyDeps, res: Response, page: Partial<ApiKeysPage>): Promise<void> {
  sendApiKeysPage(res, { apiKeys: await listApiKeys(deps, userOf(res).account.id), ...page })
}

async function keyOf(deps: ApiKeyDeps, req: Request, res: Response): Promise<ShownApiKey> {
  const apiKey = await findApiKey(deps, { id: idOf(req), accountId: userOf(res).account.id })
  if (!apiKey) throw noSuchKey()
  return apiKey
}
