import { PageError } from '@pas/pages/page-error'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router, type RequestHandler } from 'express'
import { z } from 'zod'
import { ApiAnswerError } from '../api/api-answer-error'
import { createPublicReader, type ReaderDeps } from '../api/create-public-reader'
import type { EmailClientCache } from '../email/email-client-cache'
import { chosenFindings } from '../checks/check-kinds'
import { pathPart, notOffered } from '../email/email-paths'
import { listTiles } from '../email/tiles'
import { sourcePlace } from '../source/source-pages'
import { sendSharedPage } from './shared-page'
import { sharedTexts } from './shared-texts'

const sharedQuery = z.object({
  preview: singleText.max(100).optional(),
  view: z.enum(['source', 'checks']).optional(),
  ...chosenFindings,
  ...sourcePlace,
})

/** By the API's status: the error page's code. The page has its own text for these refusals. */
const refusals: Readonly<Partial<Record<number, 'not_found' | 'link_expired'>>> = {
  404: 'not_found',
  410: 'link_expired',
}

/** These pages need no session, and read no cookie. */
export function sharedRoutes(readerDeps: ReaderDeps, findEmailClients: EmailClientCache): Router {
  const router = Router()
  router.get('/s/:token', unlisted, async (req, res) => {
    const api = createPublicReader(readerDeps, req.ip)
    const { preview, view, page = null, line = null, ...query } = parseInput(sharedQuery, req.query)
    const token = pathPart(req, 'token')
    const [shared, emailClients] = await Promise.all([api.readShared(token), findEmailClients(api)]).catch(
      (error: unknown) => {
        const code = error instanceof ApiAnswerError ? refusals[error.status] : undefined
        if (code === undefined) throw error
        throw new PageError(code, (language) => sharedTexts[language][code], { cause: error })
      },
    )
    const tiles = listTiles(emailClients, shared.previews)
    const shown = { token, shared, tiles, emailClients, query, place: { page, line } }
    if (view === 'source') {
      if (!shared.source) throw new PageError('forbidden', (language) => sharedTexts[language].noSource)
      sendSharedPage(res, { ...shown, opened: view })
      return
    }
    if (view === 'checks') {
      if (!shared.checks) throw new PageError('forbidden', (language) => sharedTexts[language].noChecks)
      sendSharedPage(res, { ...shown, opened: view })
      return
    }
    const opened = preview === undefined ? null : tiles.find(({ key }) => key === preview)
    if (opened === undefined) throw notOffered()
    sendSharedPage(res, { ...shown, opened })
  })
  return router
}

/** Everyone with the address can open the link, so it is kept from other sites and search engines. */
const unlisted: RequestHandler = (_req, res, next) => {
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex')
  next()
}
