import { parseInput, singleText } from '@pas/pages/parse-input'
import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { Router } from 'express'
import { z } from 'zod'
import { maxClients } from '../api/preview-calls'
import { unlessBusy, unlessLate, whileKept } from '../api/while-kept'
import { pathPart } from '../email/email-paths'
import { isOpen, contentErased } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { listTiles } from '../email/tiles'
import { signedInOf } from '../sessions/session-cookie'
import { checkKinds } from './check-kinds'
import { sendChecksPage } from './checks-page'

/** Together with the API's own work, it stays below PROXY_TIMEOUT_MS. */
const waitSeconds = 20

const checksQuery = z.object({
  kind: z.enum(checkKinds).optional(),
  client: singleText
    .max(64)
    .transform((code) => (code === '' ? undefined : code))
    .optional(),
})

export function checkRoutes(deps: PageDeps): Router {
  const router = Router()
  router.get('/emails/:guid/checks', deps.signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const guid = pathPart(req, 'guid')
    const query = parseInput(checksQuery, req.query)
    const [email, { previews }, emailClients] = await Promise.all([
      api.getEmail(guid),
      api.listPreviews(guid),
      deps.emailClients(api),
    ])
    if (!isOpen(email, deps.clock.now())) throw contentErased()
    // One call takes at most `maxClients`: the first in the grid's order are checked.
    const codes = new Set(listTiles(emailClients, previews).map(({ preview }) => preview.client))
    const asked = { clients: [...codes].slice(0, maxClients), signal: hungUpSignal(res) }
    const wait = { waitSeconds: 'wait' in req.query ? waitSeconds : 0 }
    const checks = await unlessLate(whileKept(api.checks(guid, { ...asked, ...wait })))
    if (isHungUp(res)) return
    if (checks === null) throw contentErased()
    const base = email.revision_of
    const compared = base === null ? null : await unlessBusy(whileKept(api.comparedChecks(guid, base, asked)))
    if (isHungUp(res)) return
    sendChecksPage(res, {
      email,
      checks: checks === 'late' ? null : checks,
      compared: compared === 'late' ? null : compared,
      query,
      emailClients,
    })
  })
  return router
}
