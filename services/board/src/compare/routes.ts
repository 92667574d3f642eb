import { PageError } from '@pas/pages/page-error'
import { parseInput } from '@pas/pages/parse-input'
import { Router } from 'express'
import { z } from 'zod'
import type { ApiReader } from '../api/create-api-reader'
import type { ApiEmail, ApiPreviewList } from '../api/schema'
import { parsePreviewKey, pathPart, notOffered } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { previewKey } from '../email/shown-preview'
import { listTiles } from '../email/tiles'
import { signedInOf } from '../sessions/session-cookie'
import { sendComparePage } from './compare-page'
import { modes } from './compare-texts'
import { maxPanes, type Comparison, type Pane } from './comparison'

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
    const uniqueIds = [...new Set(ids)]
    if (uniqueIds.length === 0 || uniqueIds.length > maxPanes)
      throw new PageError('invalid_request', (language) => numberTexts[language])
    const guid = pathPart(req, 'guid').toLowerCase()
    const pictures = uniqueIds.map((id) => parsePaneId(id, guid))
    const guids = [...new Set([guid, ...pictures.map((picture) => picture.guid)])]
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
    const panes = pictures.map((picture): Pane => {
      const email = byGuid.get(picture.guid)
      const tile = email?.tiles.find(({ key }) => key === picture.key)
      if (!email || !tile) throw notOffered()
      return { id: picture.id, email: email.email, tile }
    })
    const pageEmail = byGuid.get(guid)
    if (!pageEmail) throw notOffered()
    sendComparePage(res, {
      email: pageEmail.email,
      panes,
      mode: mode ?? null,
      comparison: await findComparison(api, panes),
      others: pageEmail.tiles.filter(
        ({ key, preview }) => preview.status === 'captured' && !panes.some(({ id }) => id === key),
      ),
      now: deps.clock.now(),
    })
  })
  return router
}

/** The first picture is the earlier one. */
async function findComparison(api: ApiReader, panes: readonly Pane[]): Promise<Comparison | null> {
  const [base, head, ...more] = panes
  if (!base || !head || more.length > 0 || base.tile.key !== head.tile.key) return null
  const { previews } = await api.listPreviews(head.email.email_guid, {
    clients: [head.tile.preview.client],
    base: base.email.email_guid,
  })
  return previews.find((preview) => previewKey(preview) === head.tile.key)?.comparison ?? null
}

async function readEmail(api: ApiReader, guid: string): Promise<{ email: ApiEmail; list: ApiPreviewList }> {
  const [email, list] = await Promise.all([api.getEmail(guid), api.listPreviews(guid)])
  return { email, list }
}

/** `OL2016.blocked` is a picture of this email, `<guid>:OL2016` one of another. */
function parsePaneId(id: string, pageGuid: string): { id: string; guid: string; key: string } {
  const [, guid = pageGuid, key = ''] = /^(?:([0-9a-f-]{36}):)?(.*)$/i.exec(id) ?? []
  const address = parsePreviewKey(key)
  if (!address) throw notOffered()
  return { id, guid: guid.toLowerCase(), key: previewKey(address) }
}
