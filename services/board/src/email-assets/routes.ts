import { Router } from 'express'
import { whileKept } from '../api/while-kept'
import { emailPath, pathPart } from '../email/email-paths'
import { isOpen, contentErased } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { uploadAgain } from '../email/upload-again'
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
