import { languageOf } from '@pas/pages/languages'
import { parseInput } from '@pas/pages/parse-input'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import { ApiAnswerError } from '../api/api-answer-error'
import type { ApiReader } from '../api/create-api-reader'
import { relayAnswer } from '../api/relay-answer'
import { SignedOutError } from '../api/signed-out-error'
import { ifAnswered, unlessLate, whileKept } from '../api/while-kept'
import { pathPart } from '../email/email-paths'
import { isOpen } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { previewKey } from '../email/shown-preview'
import { listTiles } from '../email/tiles'
import { countSeen, type SeenCount } from '../email/visible-changes'
import { placeholdersIn } from '../placeholders/fill-placeholders'
import { signedInOf } from '../sessions/session-cookie'
import type { EarlierVersion } from './compared'
import { drawUnread } from './draw-unread'
import { gridQuery } from './grid-filters'
import { sendGridPage } from './grid-page'
import { missingVariants } from './missing-variants'

const countsQuery = z.object({ client: z.union([z.string().transform((one) => [one]), z.array(z.string())]) })

export function gridRoutes(deps: PageDeps): Router {
  const { signedIn } = deps
  const router = Router()
  router.get('/emails/:guid', signedIn, (req, res) => answerWithGrid(deps, req, res))
  router.get('/emails/:guid/events', signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    // The API's stream is for everyone who has the guid, so this checks that the email is this user's.
    const { email_guid: guid } = await api.getEmail(pathPart(req, 'guid'))
    const refusal = watchForRefusal(() => api.getEmail(guid), deps.streamCheckMs)
    await relayAnswer(res, (hungUp) => api.openEvents(guid, AbortSignal.any([hungUp, refusal.signal])), {
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    }).finally(refusal.stop)
  })
  router.get('/emails/:guid/change-counts', signedIn, async (req, res) => {
    const { client: codes } = parseInput(countsQuery, req.query)
    const changes = await signedInOf(res).api.changesOfClients(pathPart(req, 'guid'), codes)
    const counts = codes.map((code): [string, SeenCount | null] => [
      code,
      countSeen(changes.filter(({ clients }) => clients.includes(code))),
    ])
    const isFinal = counts.every(([, count]) => count?.isMeasured ?? true)
    // Cached once all is measured, because counting takes the API up to 50 s. `Vary` keeps the answer to this session:
    // another user of the same browser may not see it.
    res.vary('Cookie').setHeader('Cache-Control', isFinal ? 'private, max-age=3600' : 'no-store')
    res.json(Object.fromEntries(counts))
  })
  router.get('/emails/:guid/export.zip', signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const { email_guid: guid } = await api.getEmail(pathPart(req, 'guid'))
    await relayAnswer(res, (signal) => api.exportZip(guid, languageOf(req), signal), {
      'Content-Disposition': `attachment; filename="email-${guid}.zip"`,
    })
  })
  return router
}

async function answerWithGrid(deps: PageDeps, req: Request, res: Response): Promise<void> {
  const { api } = signedInOf(res)
  const query = parseInput(gridQuery, req.query)
  const guid = pathPart(req, 'guid')
  const email = await api.getEmail(guid)
  if (req.method === 'GET') await drawUnread(deps, api, email)
  const [{ previews }, emailClients, assets, templateChecks] = await Promise.all([
    api.listPreviews(guid),
    deps.emailClients(api),
    unlessLate(whileKept(api.assets(guid))),
    ifAnswered(api.templateChecks(guid)),
  ])
  const before = await findEarlierVersion(deps, api, query.base ?? email.revision_of)
  const tiles = listTiles(emailClients, previews, before?.pictures)
  sendGridPage(res, {
    email,
    query,
    tiles,
    assets: assets === 'late' ? null : assets,
    placeholders: templateChecks ? placeholdersIn(templateChecks) : [],
    missing: missingVariants(emailClients, tiles),
    now: deps.clock.now(),
    unavailable: Object.values(emailClients)
      .filter(({ status }) => status === 'unavailable')
      .map(({ name, platform, engine }) => ({ name, platform, engine })),
    before,
  })
}

/** Null without one, and when it is deleted. */
async function findEarlierVersion(
  { clock }: PageDeps,
  api: ApiReader,
  guid: string | null,
): Promise<EarlierVersion | null> {
  if (guid === null) return null
  try {
    // The list is everyone's who has the guid: `getEmail` says whether the email is this user's.
    const [email, { previews }] = await Promise.all([api.getEmail(guid), api.listPreviews(guid)])
    const pictures = new Map(
      previews.flatMap((preview) =>
        preview.status === 'captured' && preview.picture_sha256
          ? [[previewKey(preview), { sha256: preview.picture_sha256, drawnBy: preview.drawn_by }]]
          : [],
      ),
    )
    return { guid, pictures, canBeDrawn: isOpen(email, clock.now()) }
  } catch (error) {
    if (error instanceof ApiAnswerError && error.status === 404) return null
    throw error
  }
}

/**
 * `signal` aborts once the API refuses `ask`: the user signed out or was disabled, or the email was deleted. An API or
 * auth that cannot be reached does not refuse.
 */
function watchForRefusal(
  ask: () => Promise<unknown>,
  everyMs: number,
): { signal: AbortSignal; stop: () => void } {
  const refused = new AbortController()
  const timer = setInterval(() => {
    ask().catch((error: unknown) => {
      if (isRefusal(error)) refused.abort()
    })
  }, everyMs)
  return { signal: refused.signal, stop: () => clearInterval(timer) }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof SignedOutError || (error instanceof ApiAnswerError && [403, 404].includes(error.status))
