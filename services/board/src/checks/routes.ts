import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { Router } from 'express'
import { maxClients } from '../api/preview-calls'
import { unlessLate, whileKept } from '../api/while-kept'
import { pathPart } from '../email/email-paths'
import { isOpen, contentErased } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { listTiles } from '../email/tiles'
import { signedInOf } from '../sessions/session-cookie'
import { sendChecksPage } from './checks-page'

/** Together with the API's own work, it stays below PROXY_TIMEOUT_MS. */
const waitSeconds = 20

export function checkRoutes(deps: PageDeps): Router {
  const router = Router()
  router.get('/emails/:guid/checks', deps.signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const guid = pathPart(req, 'guid')
    const [email, { previews }, emailClients] = await Promise.all([
      api.getEmail(guid),
      api.listPreviews(guid),
      deps.emailClients(api),
    ])
    if (!isOpen(email, deps.clock.now())) throw contentErased()
    // One call takes at most `maxClients`: the first in the grid's order are checked.
    const codes = new Set(listTiles(emailClients, previews).map(({ preview }) => preview.client))
    const wait = { seconds: 'wait' in req.query ? waitSeconds : 0, signal: hungUpSignal(res) }
    const checks = await unlessLate(whileKept(api.checks(guid, [...codes].slice(0, maxClients), wait)))
    if (isHungUp(res)) return
    if (checks === null) throw contentErased()
    sendChecksPage(res, { email, checks: checks === 'late' ? null : checks, emailClients })
  })
  return router
}
