import { parseInput } from '@pas/pages/parse-input'
import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { Router } from 'express'
import { z } from 'zod'
import type { ApiChecks } from '../api/schema'
import { unlessBusy, unlessLate, whileKept } from '../api/while-kept'
import { pathPart } from '../email/email-paths'
import { isOpen, contentErased } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { listTiles } from '../email/tiles'
import { signedInOf } from '../sessions/session-cookie'
import { chosenFindings, findingsOf } from './check-kinds'
import { allChecks, checksOfUpload, clientsToCheck } from './checks-to-ask'
import { sendChecksPage } from './checks-page'
import { readChecks } from './read-checks'

/** Together with the API's own work, it stays below PROXY_TIMEOUT_MS. */
const waitSeconds = 20

const checksQuery = z.object(chosenFindings)

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
    const clients = clientsToCheck(listTiles(emailClients, previews))
    const asked = { clients, only: allChecks, signal: hungUpSignal(res) }
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
  router.get('/emails/:guid/check-counts', deps.signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const only = checksOfUpload
    const wait = { waitSeconds: 'wait' in req.query ? waitSeconds : 0 }
    const { email, clients, checks } = await readChecks(deps, req, res, { only, ...wait })
    if (isHungUp(res)) return
    const { email_guid: guid, revision_of: base } = email
    const asked = { clients, only, signal: hungUpSignal(res) }
    const compared =
      base === null || !checks.complete
        ? null
        : await unlessBusy(whileKept(api.comparedChecks(guid, base, asked)))
    if (isHungUp(res)) return
    res.json({
      complete: checks.complete,
      errors: checks.counts.error,
      unreadable: countUnreadable(checks),
      compared:
        compared === null || compared === 'late'
          ? null
          : { gone: compared.gone.length, new: compared.new.length, still: compared.still.length },
    })
  })
  return router
}

/** By code of the email client. */
function countUnreadable(checks: ApiChecks): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { rule, severity, clients, count } of findingsOf(checks)) {
    if (rule !== 'contrast/text' || severity !== 'error') continue
    for (const code of clients ?? []) counts[code] = (counts[code] ?? 0) + count
  }
  return counts
}
