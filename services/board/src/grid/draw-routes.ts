import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router } from 'express'
import { z } from 'zod'
import { whileKept } from '../api/while-kept'
import { emailPath, parsePreviewKey, pathPart, previewPath, notOffered } from '../email/email-paths'
import { contentErased } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { previewKey } from '../email/shown-preview'
import { listTiles } from '../email/tiles'
import { uploadAgain } from '../email/upload-again'
import { variants } from '../email/variants'
import { signedInOf } from '../sessions/session-cookie'
import { gridSearch, parseGridSearch } from './grid-filters'
import { missingVariants } from './missing-variants'

/** `show` leads to the picture's page, which gets the query `grid`; without it, the grid is shown. */
const drawForm = z.object({
  preview: singleText,
  show: z.literal('picture').optional(),
  grid: singleText.max(500).optional(),
})

/** A copy of the earlier version is drawn: its pictures stay as they are. */
const drawEarlierForm = z.object({ base: z.guid() })

const drawMoreForm = z.object({ variant: z.enum(variants) })
const filterOfVariant = { dark: { dark: '1' }, blocked: { images: 'blocked' } } as const

export function drawRoutes({ signedIn, countSource, emailClients: findEmailClients }: PageDeps): Router {
  const router = Router()
  router.post('/emails/:guid/draw', signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const { preview, show, grid } = parseInput(drawForm, req.body)
    const address = parsePreviewKey(preview)
    if (!address) throw notOffered()
    const { email_guid: guid } = await api.getEmail(pathPart(req, 'guid'))
    const { previews } = await api.listPreviews(guid)
    const isFailed = previews.some(
      (one) => one.status === 'failed' && previewKey(one) === previewKey(address),
    )
    // `prefetch` leaves failed previews as they are.
    const drawn = await whileKept(isFailed ? api.retry(guid) : api.prefetch(guid, [address]))
    if (drawn === null) throw contentErased()
    res.redirect(
      303,
      show === 'picture'
        ? previewPath(guid, address, gridSearch(parseGridSearch(grid)))
        : `${emailPath(guid)}#${previewKey(address)}`,
    )
  })
  router.post('/emails/:guid/draw-more', signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const { variant } = parseInput(drawMoreForm, req.body)
    const { email_guid: guid } = await api.getEmail(pathPart(req, 'guid'))
    const [{ previews }, emailClients] = await Promise.all([api.listPreviews(guid), findEmailClients(api)])
    const missing = missingVariants(emailClients, listTiles(emailClients, previews))[variant]
    if (missing.length > 0 && (await whileKept(api.prefetch(guid, missing))) === null) throw contentErased()
    res.redirect(303, `${emailPath(guid)}?${gridSearch(filterOfVariant[variant])}`)
  })
  router.post(
    '/emails/:guid/draw-earlier',
    signedIn,
    countSource(async (req, res, hold) => {
      const { api } = signedInOf(res)
      const { base } = parseInput(drawEarlierForm, req.body)
      const { email_guid: guid } = await api.getEmail(pathPart(req, 'guid'))
      const drawnAgain = await whileKept(api.getEmail(base).then((email) => uploadAgain(api, email, hold)))
      if (drawnAgain === null) throw contentErased()
      res.redirect(303, `${emailPath(guid)}?${gridSearch({ base: drawnAgain })}`)
    }),
  )
  return router
}
