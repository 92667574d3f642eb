import { Router } from 'express'
import type { ApiReader } from '../api/create-api-reader'
import { samePreviews } from '../api/email-calls'
import type { ApiEmail } from '../api/schema'
import type { CountBytes } from '../api/send-request'
import { whileKept } from '../api/while-kept'
import { emailPath, pathPart } from '../email/email-paths'
import { isOpen, contentErased } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { signedInOf } from '../sessions/session-cookie'
import { sendAssetsPage } from './assets-page'

export function emailAssetsRoutes(deps: PageDeps): Router {
  const router = Router()
  router.get('/emails/:guid/assets', deps.signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const guid = pathPart(req, 'guid')
    const [email, assets] = await Promise.all([api.getEmail(guid), whileKept(api.assets(guid))])
    if (assets === null || !isOpen(email, deps.clock.now())) throw contentErased()
    sendAssetsPage(res, { email, assets })
  })
  router.post(
    '/emails/:guid/fetch-again',
    deps.signedIn,
    deps.countSource(async (req, res, hold) => {
      const { api } = signedInOf(res)
      const email = await api.getEmail(pathPart(req, 'guid'))
      const guid = await whileKept(uploadAgain(api, email, hold))
      if (guid === null) throw contentErased()
      res.redirect(303, emailPath(guid))
    }),
  )
  return router
}

/** Makes a new version that keeps what was fetched, with the same names and previews. Resolves to its guid. */
async function uploadAgain(api: ApiReader, email: ApiEmail, hold: CountBytes): Promise<string> {
  const { email_guid: guid, reference, label } = email
  const [source, { previews }] = await Promise.all([api.source(guid, hold), api.listPreviews(guid)])
  const { email_guid: newGuid } = await api.uploadEmail({
    // An upload leaves out what the source has not.
    ...Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null)),
    ...(reference !== null && { reference }),
    revision_of: guid,
    keep_assets: true,
    ...samePreviews(previews),
  })
  if (label !== null) await api.changeEmail(newGuid, { reference, label })
  return newGuid
}
