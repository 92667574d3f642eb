import type { Language } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import { ApiAnswerError } from '../api/api-answer-error'
import { pathPart } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { signedInOf } from '../sessions/session-cookie'
import { sendSharesPage, shareDays, type FilledShareForm, type SharesPage } from './shares-page'
import { sharesTexts } from './shares-texts'

const shownPart = z.enum(['changes', 'checks', 'source'])

const shareForm = z.object({
  days: z.enum(shareDays).default('7'),
  label: singleText.max(128).default(''),
  shows: z.union([shownPart.transform((one) => [one]), z.array(shownPart)]).default([]),
})

const listQuery = z.object({
  revoked: z.literal('1').optional(),
  before: singleText.max(200).optional(),
})

const emptyForm: FilledShareForm = { days: '7', label: '', shows: ['changes'] }
const secondsPerDay = 86_400
const sharesPerPage = 25

export function ownShareRoutes(deps: PageDeps): Router {
  const router = Router()
  router.get('/shares', deps.signedIn, async (req, res) => {
    const { revoked, before } = parseInput(listQuery, req.query)
    const page = { limit: sharesPerPage, ...(before !== undefined && { before }) }
    sendSharesPage(res, {
      email: null,
      list: await signedInOf(res).api.listShares(null, page),
      form: emptyForm,
      problem: null,
      created: null,
      hasRevoked: revoked !== undefined,
      now: deps.clock.now(),
    })
  })
  router.post('/shares/:id/revoke', deps.signedIn, async (req, res) => {
    await signedInOf(res).api.revokeShare(pathPart(req, 'id'))
    res.redirect(303, '/shares?revoked=1')
  })
  router
    .route('/emails/:guid/shares')
    .all(deps.signedIn)
    .get(async (req, res) => {
      await showEmailShares(deps, req, res, { form: emptyForm, problem: null, created: null })
    })
    .post(async (req, res) => {
      const { api } = signedInOf(res)
      const guid = pathPart(req, 'guid')
      const form = parseInput(shareForm, req.body)
      const { days, label, shows } = form
      try {
        const created = await api.createShare(guid, {
          expires_in_s: Number(days) * secondsPerDay,
          ...(label.trim() !== '' && { label: label.trim() }),
          ...(shows.length > 0 && { shows }),
        })
        // No redirect: the API tells the link's address only in this answer, and a redirect would put it into a URL.
        await showEmailShares(deps, req, res, { form: emptyForm, problem: null, created })
      } catch (error) {
        const problem = problemOf(error)
        if (!problem) throw error
        await showEmailShares(deps, req, res, { form, problem, created: null })
      }
    })
  return router
}

async function showEmailShares(
  { clock }: PageDeps,
  req: Request,
  res: Response,
  page: Pick<SharesPage, 'form' | 'problem' | 'created'>,
): Promise<void> {
  const { api } = signedInOf(res)
  const guid = pathPart(req, 'guid')
  // After a refused form, the list begins anew.
  const { before } = parseInput(listQuery, req.method === 'GET' ? req.query : {})
  const [email, list] = await Promise.all([
    api.getEmail(guid),
    api.listShares(guid, { limit: sharesPerPage, ...(before !== undefined && { before }) }),
  ])
  sendSharesPage(res, { ...page, email, list, hasRevoked: false, now: clock.now() })
}

/** Null for an error that does not come from the form. */
function problemOf(error: unknown): SharesPage['problem'] {
  if (!(error instanceof ApiAnswerError)) return null
  const problem = (name: 'tooLarge' | 'tooManyOrOld' | 'badLabel') => ({
    status: error.status,
    textIn: (language: Language): string => sharesTexts[language].problems[name],
  })
  if (error.status === 409) return problem('tooManyOrOld')
  if (error.status !== 400) return null
  return problem(error.errors.some(({ field }) => field === 'label') ? 'badLabel' : 'tooLarge')
}
