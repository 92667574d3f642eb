import { parseInput, singleText } from '@pas/pages/parse-input'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router } from 'express'
import { z } from 'zod'
import type { ApiReader } from '../api/create-api-reader'
import { maxClients } from '../api/preview-calls'
import type { ApiChangeOfClients, ApiFinding } from '../api/schema'
import { ifAnswered, unlessLate, whileKept } from '../api/while-kept'
import { checksOfUpload } from '../checks/checks-to-ask'
import { emailPath, pathPart } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { listTiles } from '../email/tiles'
import { signedInOf } from '../sessions/session-cookie'
import { sendSourcePage } from './source-page'
import { sourcePlace } from './source-pages'

const sourceQuery = z.object({
  ...sourcePlace,
  client: singleText.regex(/^[A-Z0-9]{0,64}$/).optional(),
})

export function sourceRoutes(deps: PageDeps): Router {
  const router = Router()
  router.get(
    '/emails/:guid/source',
    deps.signedIn,
    deps.countSource(async (req, res, hold) => {
      const { api } = signedInOf(res)
      const { line = null, page = null, client = '' } = parseInput(sourceQuery, req.query)
      const guid = pathPart(req, 'guid')
      const [email, source, { previews }, emailClients] = await Promise.all([
        api.getEmail(guid),
        whileKept(api.source(guid, hold)),
        api.listPreviews(guid),
        deps.emailClients(api),
      ])
      // One tile for each email client, whatever its options.
      const clients = listTiles(emailClients, previews).filter(
        ({ preview }, index, all) =>
          all.findIndex((other) => other.preview.client === preview.client) === index,
      )
      const codes = client === '' ? clients.map(({ preview }) => preview.client) : [client]
      const [changes, findings] =
        source?.html_text == null
          ? [[], []]
          : await Promise.all([
              unlessLate(listChanges(api, guid, codes)),
              listFindings(api, guid, codes, hungUpSignal(res)),
            ])
      sendSourcePage(res, {
        email,
        source,
        changes: changes === 'late' ? [] : changes,
        areChangesLate: changes === 'late',
        findings,
        checksPath: `${emailPath(guid)}/checks`,
        clients,
        client,
        line,
        page,
      })
    }),
  )
  return router
}

/** What was found in the HTML so far. What email clients change is listed by `listChanges`. */
async function listFindings(
  api: ApiReader,
  guid: string,
  codes: readonly string[],
  signal: AbortSignal,
): Promise<ApiFinding[]> {
  const asked = { clients: codes.slice(0, maxClients), only: checksOfUpload, signal }
  const checks = await ifAnswered(api.checks(guid, asked))
  return (checks?.checks ?? [])
    .flatMap((check) => check.findings)
    .filter(({ rule, where }) => where?.part === 'html' && !rule.startsWith('code/'))
}

/** Each change once, with the codes of the email clients that make it. */
async function listChanges(
  api: ApiReader,
  guid: string,
  codes: readonly string[],
): Promise<ApiChangeOfClients[]> {
  const [only] = codes
  if (only === undefined) return []
  if (codes.length === 1) {
    const changes = await whileKept(api.changes(guid, { client: only }))
    return (changes ?? []).map((change) => ({ ...change, clients: [only] }))
  }
  const merged = new Map<string, ApiChangeOfClients>()
  for (let from = 0; from < codes.length; from += maxClients) {
    const batch = (await whileKept(api.changesOfClients(guid, codes.slice(from, from + maxClients)))) ?? []
    for (const change of batch) {
      const key = JSON.stringify([
        change.rule,
        change.what,
        change.where,
        change.count,
        change.source,
        change.effect,
      ])
      const same = merged.get(key)
      merged.set(key, same ? { ...same, clients: [...same.clients, ...change.clients] } : change)
    }
  }
  return [...merged.values()]
}
