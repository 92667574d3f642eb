import { PageError } from '@pas/pages/page-error'
import { Router } from 'express'
import { relayAnswer } from '../api/relay-answer'
import { whileKept } from '../api/while-kept'
import { pathPart } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { signedInOf } from '../sessions/session-cookie'
import { sendMessagePage } from './message-page'
import { messageTexts } from './message-texts'

/** The message that an email came as: what strangers wrote is text there, never markup. */
export function messageRoutes(deps: PageDeps): Router {
  const router = Router()
  router.get(
    '/emails/:guid/message',
    deps.signedIn,
    deps.countSource(async (req, res, hold) => {
      const { api } = signedInOf(res)
      const guid = pathPart(req, 'guid')
      const [email, message] = await Promise.all([api.getEmail(guid), whileKept(api.message(guid, hold))])
      if (!message) throw new PageError('not_found', (language) => messageTexts[language].noMessage)
      sendMessagePage(res, { email, message })
    }),
  )
  router.get('/emails/:guid/message.eml', deps.signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const { email_guid: guid } = await api.getEmail(pathPart(req, 'guid'))
    await relayAnswer(res, (signal) => api.messageFile(guid, signal), {
      'Cache-Control': 'no-store',
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="email-${guid}.eml"`,
    })
  })
  return router
}
