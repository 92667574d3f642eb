import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router } from 'express'
import { z } from 'zod'
import { pathPart } from '../grid/email-paths'
import type { GridDeps } from '../grid/routes'
import { whileKept } from '../picture/routes'
import { signedInOf } from '../sessions/session-cookie'
import { sendSharesPage, shareDays } from './shares-page'

const shown = z.enum(['changes', 'source'])

const shareForm = z.object({
  days: z.enum(shareDays).default('7'),
  label: singleText.max(128).default(''),
  shows: z.union([shown.transform((one) => [one]), z.array(shown)]).default([]),
})

const secondsPerDay = 86_400

/** The pages on which share links are made, listed and revoked. */
export function ownShareRoutes(deps: GridDeps): Router {
  const router = Router()
  router.get('/shares', deps.signedIn, async (req, res) => {
    const { revoked } = parseInput(z.object({ revoked: z.literal('1').optional() }), req.query)
    const shares = (await whileKept(signedInOf(res).api.listShares())) ?? []
    const now = deps.clock.now()
    sendSharesPage(res, { email: null, shares, made: null, hasRevoked: revoked !== undefined, now })
  })
  router.post('/shares/:id/revoke', deps.signedIn, async (req, res) => {
    await signedInOf(res).api.revokeShare(pathPart(req, 'id'))
    res.redirect(303, '/shares?revoked=1')
  })
  router
    .route('/emails/:guid/shares')
    .all(deps.signedIn)
    .get(async (req, res) => {
      const { api } = signedInOf(res)
      const guid = pathPart(req, 'guid')
      const [email, shares] = await Promise.all([api.getEmail(guid), api.listShares(guid)])
      sendSharesPage(res, { email, shares, made: null, hasRevoked: false, now: deps.clock.now() })
    })
    .post(async (req, res) => {
      const { api } = signedInOf(res)
      const guid = pathPart(req, 'guid')
      const { days, label, shows } = parseInput(shareForm, req.body)
      const made = await api.createShare(guid, {
        expires_in_s: Number(days) * secondsPerDay,
        ...(label.trim() !== '' && { label: label.trim() }),
        ...(shows.length > 0 && { shows }),
      })
      // The address is in this answer alone: a redirect would have to carry it.
      const [email, shares] = await Promise.all([api.getEmail(guid), api.listShares(guid)])
      sendSharesPage(res, { email, shares, made, hasRevoked: false, now: deps.clock.now() })
    })
  return router
}
