import { PageError } from '@pas/pages/page-error'
import { parseInput } from '@pas/pages/parse-input'
import { Router } from 'express'
import { z } from 'zod'
import type { ApiReader } from '../api/create-api-reader'
import type { ApiEmail, ApiPreviewList } from '../api/schema'
import { parsePreviewKey, pathPart, notOffered } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { previewKey } from '../email/shown-preview'
import { listTiles, type Tile } from '../email/tiles'
import { signedInOf } from '../sessions/session-cookie'
import { sendComparePage } from './compare-page'
import { modes } from './compare-texts'
import { maxPanes, type Pane } from './comparison'

const compareQuery = z.object({
  with: z.union([z.string().transform((id) => [id]), z.array(z.string())]).default([]),
  mode: z.enum(modes).optional(),
})

const numberTexts = {
  en: 'Choose one to four pictures to compare.',
  de: 'Wählen Sie ein bis vier Bilder zum Vergleichen.',
  fr: 'Choisissez une à quatre images à comparer.',
}

export function compareRoutes(deps: PageDeps): Router {
  const router = Router()
  router.get('/emails/:guid/compare', deps.signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const { with: ids, mode } = parseInput(compareQuery, req.query)
    const wanted = [...new Set(ids)]
    if (wanted.length === 0 || wanted.length > maxPanes)
      throw new PageError('invalid_request', (language) => numberTexts[language])
    const guid = pathPart(req, 'guid').toLowerCase()
    const places = wanted.map((id) => readPlace(id, guid))
    const guids = [...new Set([guid, ...places.map((place) => place.guid)])]
    const [emailClients, ...emails] = await Promise.all([
      deps.emailClients(api),
      ...guids.map((one) => readEmail(api, one)),
    ])
    const byGuid = new Map(
      emails.map(({ email, list }) => [
        email.email_guid,
        { email, tiles: listTiles(emailClients, list.previews) },
      ]),
    )
    const panes = places.map(({ id, guid: ofGuid, key }): Pane => {
      const found = byGuid.get(ofGuid)
      const tile = found?.tiles.find((one) => one.key === key)
      if (!found || !tile) throw notOffered()
      return { id, email: found.email, tile }
    })
    const own = byGuid.get(guid)
    if (!own) throw notOffered()
    sendComparePage(res, {
      email: own.email,
      panes,
      mode: mode ?? null,
      others: own.tiles.filter((tile) => isDrawn(tile) && !panes.some(({ id }) => id === tile.key)),
      now: deps.clock.now(),
    })
  })
  return router
}

const isDrawn = ({ preview }: Tile): boolean => preview.status === 'captured'

async function readEmail(api: ApiReader, guid: string): Promise<{ email: ApiEmail; list: ApiPreviewList }> {
  const [email, list] = await Promise.all([api.getEmail(guid), api.listPreviews(guid)])
  return { email, list }
}

/** `OL2016.blocked` is a picture of this email, `<guid>:OL2016` one of another. */
function readPlace(id: string, ownGuid: string): { id: string; guid: string; key: string } {
  const [, guid = ownGuid, key = ''] = /^(?:([0-9a-f-]{36}):)?(.*)$/i.exec(id) ?? []
  const address = parsePreviewKey(key)
  if (!address) throw notOffered()
  return { id, guid: guid.toLowerCase(), key: previewKey(address) }
}
