import { parseInput, singleText } from '@pas/pages/parse-input'
import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { AskedChecks } from '../api/preview-calls'
import { unlessBusy, unlessLate, whileKept } from '../api/while-kept'
import { checksOfUpload } from '../checks/checks-to-ask'
import { pathPart, type PreviewAddress, notOffered, waitingPath } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { previewKey } from '../email/shown-preview'
import { listTiles, otherThemeOf, type Tile } from '../email/tiles'
import { chooseTiles, gridSearch, parseGridSearch } from '../grid/grid-filters'
import { signedInOf } from '../sessions/session-cookie'
import { zooms } from './picture'
import { sendPicturePage } from './picture-page'

/** Where the picture is in its grid; for one that the grid does not show, where the email client's chosen one is. */
function placeAmong(
  shown: readonly Tile[],
  address: PreviewAddress,
  other: { client: string } | null,
): number {
  const themes = [address.client, other?.client ?? address.client]
  const addresses = themes.flatMap((client) => [
    { ...address, client },
    { ...address, client, images: 'allowed' as const },
  ])
  const indexes = addresses.map((one) => shown.findIndex(({ key }) => key === previewKey(one)))
  return indexes.find((index) => index >= 0) ?? -1
}

const options = {
  orientation: z.enum(['vertical', 'horizontal']).default('vertical'),
  images: z.enum(['allowed', 'blocked']).default('allowed'),
}
const pictureQuery = z.object({
  ...options,
  zoom: z.enum(zooms).default('fit'),
  grid: singleText.max(500).optional(),
})

/**
 * A browser has six connections to a server that speaks HTTP/1.1. One that waits for a picture is free for a page after
 * this time: the image is redirected and asks again. Browsers follow 20 redirects, and all of them together are the
 * API's LONG_POLL_TIMEOUT_MS.
 */
const waitMs = 5_000
const mostAsked = 8
const waitingQuery = z.object({
  ...options,
  asked: z.coerce.number().int().min(0).max(mostAsked).default(0),
})

export function pictureRoutes(deps: PageDeps): Router {
  const router = Router()
  router.get(
    '/emails/:guid/previews/:code',
    deps.signedIn,
    deps.countSource(async (req, res, hold) => {
      const { api } = signedInOf(res)
      const { orientation, images, zoom, grid } = parseInput(pictureQuery, req.query)
      const guid = pathPart(req, 'guid')
      const address: PreviewAddress = { client: pathPart(req, 'code').toUpperCase(), orientation, images }
      const emailClients = await deps.emailClients(api)
      const emailClient = emailClients[address.client]
      if (
        !emailClient?.orientation_options.includes(orientation) ||
        !emailClient.images_options.includes(images)
      )
        throw notOffered()
      const [email, { previews }, changes, checks, source] = await Promise.all([
        api.getEmail(guid),
        api.listPreviews(guid),
        unlessLate(whileKept(api.changes(guid, address))),
        unlessBusy(whileKept(api.checks(guid, checksOf(address.client, req, res)))),
        whileKept(api.source(guid, hold)),
      ])
      if (isHungUp(res)) return
      const query = parseGridSearch(grid)
      const tiles = listTiles(emailClients, previews)
      const chosen = chooseTiles(tiles, query)
      const shown = tiles.filter((tile) => chosen.has(tile.key))
      const key = previewKey(address)
      const otherTheme = otherThemeOf(emailClients, address.client)
      sendPicturePage(res, {
        email,
        address,
        emailClient,
        preview: previews.find((preview) => previewKey(preview) === key) ?? null,
        asked: new Set(previews.map(previewKey)),
        zoom,
        grid: gridSearch(query),
        shown,
        index: placeAmong(shown, address, otherTheme),
        otherTheme,
        changes: changes === 'late' ? null : changes,
        areChangesLate: changes === 'late',
        checks: checks === 'late' ? null : checks,
        emailClients,
        html: source?.html_text ?? null,
        now: deps.clock.now(),
      })
    }),
  )
  router.get('/emails/:guid/previews/:code/full', deps.signedIn, (req, res) => waitForPicture(req, res))
  return router
}

async function waitForPicture(req: Request, res: Response): Promise<void> {
  const { api } = signedInOf(res)
  const { asked, ...options } = parseInput(waitingQuery, req.query)
  const address: PreviewAddress = { client: pathPart(req, 'code'), ...options }
  // The API answers everyone who has the guid, so this checks that the email is this user's.
  const { email_guid: guid } = await api.getEmail(pathPart(req, 'guid'))
  const isLong = AbortSignal.timeout(waitMs)
  const path = await api
    .pictureWhenDrawn(guid, address, AbortSignal.any([hungUpSignal(res), isLong]))
    .catch((error: unknown) => {
      if (!isLong.aborted || asked === mostAsked) throw error
      return waitingPath(guid, address, asked + 1)
    })
  res.redirect(302, path)
}

/** Together with the API's own work, it stays below PROXY_TIMEOUT_MS. */
const waitSeconds = 20

const checksOf = (client: string, req: Request, res: Response): AskedChecks => ({
  clients: [client],
  only: checksOfUpload,
  waitSeconds: 'wait' in req.query ? waitSeconds : 0,
  signal: hungUpSignal(res),
})
