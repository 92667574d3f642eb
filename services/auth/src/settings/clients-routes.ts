import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { languageOf } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router, type RequestHandler } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { loginPath } from '../login/return-to'
import { signedInUserOf } from '../sessions/signed-in-user'
import { chooseEmailClients } from './choose-email-clients'
import { sendClientsPage } from './clients-page'
import { clientsTexts } from './clients-texts'
import { findOfferedChoice } from './find-offered-choice'
import { linkedSettingsPath, resolveSettingsLink, type LinkDeps } from './resolve-settings-link'

/** What the routes of the email client settings need. */
export interface ClientsDeps extends LinkDeps {
  config: Pick<AuthConfig, 'defaultEmailClients'>
}

const pageQuery = z.object({
  link: singleText.optional(),
  saved: z.enum(['choice', 'popular']).optional().catch(undefined),
})

const choiceForm = z.object({
  action: z.enum(['save', 'reset']).default('save'),
  // One ticked box is sent as a string, several as an array.
  email_client: z
    .union([singleText, z.array(singleText)])
    .default([])
    .transform((value) => [value].flat()),
})

/**
 * `/settings/clients`: the user's default email clients (docs/contract.md §3). A configuration_url leads here with a
 * `link`.
 */
export function clientsRoutes(deps: ClientsDeps): Router {
  const { defaultEmailClients: popular } = deps.config
  const router = Router()
  router
    .route('/settings/clients')
    .get(followLink(deps), requireSignIn, async (req, res) => {
      const { saved } = parseInput(pageQuery, req.query)
      const chosen = await findOfferedChoice(deps, userOf(res).id)
      sendClientsPage(res, {
        popular,
        ticked: chosen ?? popular,
        hasChosen: chosen !== null,
        notice: saved && clientsTexts[languageOf(req)].saved[saved],
      })
    })
    .post(requireSignIn, async (req, res) => {
      const user = userOf(res)
      const { action, email_client } = parseInput(choiceForm, req.body)
      if (action === 'save' && email_client.length === 0) {
        sendClientsPage(res, {
          popular,
          ticked: [],
          hasChosen: (await findOfferedChoice(deps, user.id)) !== null,
          status: 400,
          error: clientsTexts[languageOf(req)].nothingTicked,
        })
        return
      }
      const codes = action === 'save' ? email_client.map(offeredCode) : []
      await chooseEmailClients(deps, user, codes, req.ip)
      res.redirect(303, `/settings/clients?saved=${action === 'save' ? 'choice' : 'popular'}`)
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}

/**
 * Follows a settings link: lets its own user pass, leads another user to the switch page and a visitor to the sign-in
 * page. Does nothing without a link.
 */
function followLink(deps: ClientsDeps): RequestHandler {
  return async (req, res, next) => {
    const { link } = parseInput(pageQuery, req.query)
    if (link === undefined) {
      next()
      return
    }
    const user = signedInUserOf(res)
    const linked = await resolveSettingsLink(deps, link, { user, ip: req.ip })
    if (!user) res.redirect(302, loginPath(linkedSettingsPath(link)))
    else if (user.id !== linked.id) res.redirect(302, `/switch?link=${encodeURIComponent(link)}`)
    else next()
  }
}

function offeredCode(code: string): string {
  const emailClient = findEmailClient(code)
  if (emailClient) return emailClient.code
  throw new PageError('invalid_request', (language) => clientsTexts[language].noLongerOffered)
}
