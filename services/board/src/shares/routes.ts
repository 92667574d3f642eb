import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import { ApiAnswerError } from '../api/api-answer-error'
import { pathPart } from '../grid/email-paths'
import type { GridDeps } from '../grid/routes'
import { signedInOf } from '../sessions/session-cookie'
import { sendSharesPage, shareDays, type ShareForm, type SharesPage } from './shares-page'

const shown = z.enum(['changes', 'source'])

const shareForm = z.object({
  days: z.enum(shareDays).default('7'),
  label: singleText.max(128).default(''),
  shows: z.union([shown.transform((one) => [one]), z.array(shown)]).default([]),
})

const secondsPerDay = 86_400
const before = singleText.max(200).optional()

const emptyForm: ShareForm = { days: '7', label: '', shows: ['changes'] }
const nothingDone = { form: emptyForm, refusal: null, made: null, hasRevoked: false }

/** The pages on which share links are made, listed and revoked. */
export function ownShareRoutes(deps: GridDeps): Router {
  const router = Router()
  router.get('/shares', deps.signedIn, async (req, res) => {
    const { revoked, ...older } = parseInput(
      z.object({ revoked: z.literal('1').optional(), before }),
      req.query,
    )
    const list = await signedInOf(res).api.listShares(older)
    const now = deps.clock.now()
    sendSharesPage(res, { ...nothingDone, email: null, list, hasRevoked: revoked !== undefined, now })
  })
  router.post('/shares/:id/revoke', deps.signedIn, async (req, res) => {
    await signedInOf(res).api.revokeShare(pathPart(req, 'id'))
    res.redirect(303, '/shares?revoked=1')
  })
  router
    .route('/emails/:guid/shares')
    .all(deps.signedIn)
    .get(async (req, res) => {
      await showSharesOf(deps, req, res, parseInput(z.object({ before }), req.query), {})
    })
    .post(async (req, res) => {
      const { api } = signedInOf(res)
      const guid = pathPart(req, 'guid')
      const form = parseInput(shareForm, req.body)
      const label = form.label.trim()
      const made = await api
        .createShare(guid, {
          expires_in_s: Number(form.days) * secondsPerDay,
          ...(label !== '' && { label }),
          ...(form.shows.length > 0 && { shows: form.shows }),
        })
        .catch(asRefusal)
      // The address is in this answer alone: a redirect would have to carry it.
      await showSharesOf(
        deps,
        req,
        res,
        {},
        made instanceof ApiAnswerError ? { form, refusal: made } : { made },
      )
    })
  return router
}

async function showSharesOf(
  deps: GridDeps,
  req: Request,
  res: Response,
  older: { before?: string | undefined },
  done: Partial<SharesPage>,
): Promise<void> {
  const { api } = signedInOf(res)
  const guid = pathPart(req, 'guid')
  const [email, list] = await Promise.all([api.getEmail(guid), api.listShares({ guid, ...older })])
  sendSharesPage(res, { ...nothingDone, ...done, email, list, now: deps.clock.now() })
}

/** What the API says of this form or this email, to be read beside the form. Throws other errors again. */
function asRefusal(error: unknown): ApiAnswerError {
  if (error instanceof ApiAnswerError && [400, 409].includes(error.status)) return error
  throw error
}
