import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { ApiReader } from '../api/create-api-reader'
import type { ApiShare } from '../api/schema'
import { emailPath, pathPart } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { asFormProblems, FormProblem, readName } from '../home/email-form'
import { signedInOf } from '../sessions/session-cookie'
import { sendEditPage, type FilledEditForm } from './edit-page'

const editForm = z.object({ label: singleText.default(''), reference: singleText.default('') })

const maxShownLinks = 100

export function editRoutes(deps: PageDeps): Router {
  const router = Router()
  router
    .route('/emails/:guid/edit')
    .all(deps.signedIn)
    .get(async (req, res) => {
      await showPage(deps, req, res, null, null)
    })
    .post(async (req, res) => {
      const { api } = signedInOf(res)
      const guid = pathPart(req, 'guid')
      const form = parseInput(editForm, req.body)
      try {
        const names = {
          label: readName('label', form.label),
          reference: readName('reference', form.reference),
        }
        await asFormProblems(() => api.changeEmail(guid, names))
        res.redirect(303, emailPath(guid))
      } catch (error) {
        if (!(error instanceof FormProblem)) throw error
        await showPage(deps, req, res, form, error)
      }
    })
  router.post('/emails/:guid/delete', deps.signedIn, async (req, res) => {
    await signedInOf(res).api.deleteEmail(pathPart(req, 'guid'))
    res.redirect(303, '/?deleted=1')
  })
  return router
}

async function showPage(
  { clock }: PageDeps,
  req: Request,
  res: Response,
  form: FilledEditForm | null,
  problem: FormProblem | null,
): Promise<void> {
  const { api } = signedInOf(res)
  const guid = pathPart(req, 'guid')
  const [email, links] = await Promise.all([api.getEmail(guid), listOpenLinks(api, guid, clock.now())])
  sendEditPage(res, {
    email,
    form: form ?? { label: email.label ?? '', reference: email.reference ?? '' },
    links,
    problem,
    now: clock.now(),
  })
}

async function listOpenLinks(
  api: ApiReader,
  guid: string,
  now: Date,
): Promise<{ shown: ApiShare[]; areMore: boolean }> {
  const { shares, next } = await api.listShares(guid, { limit: maxShownLinks })
  const shown = shares.filter((share) => share.revoked_at === null && new Date(share.expires_at) > now)
  return { shown, areMore: next !== undefined }
}
