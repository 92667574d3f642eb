import { replaceEmailClientChoice } from '@pas/accounts/email-client-choice'
import { ApiError } from '@pas/runtime/errors'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { emailClients, findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router, type RequestHandler } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { loginPath } from '../login/return-to'
import { signedInUserOf } from '../sessions/signed-in-user'
import { sendClientsPage } from './clients-page'
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

const notices = {
  choice: 'Saved. Your applications use these email clients from now on.',
  popular: 'Done. The popular set is used from now on.',
}

/**
 * `/settings/clients`: the user's default email clients (docs/contract.md §3). A configuration_url leads here with a
 * `link`.
 */
export function clientsRoutes(deps: ClientsDeps): Router {
  const router = Router()
  router
    .route('/settings/clients')
    .get(followLink(deps), requireSignIn, async (req, res) => {
      const { saved } = parseInput(pageQuery, req.query)
      const chosen = await findOfferedChoice(deps, userOf(res).id)
      sendClientsPage(res, {
        emailClients,
        ticked: chosen ?? deps.config.defaultEmailClients,
        hasChosen: chosen !== null,
        notice: saved && notices[saved],
      })
    })
    .post(requireSignIn, async (req, res) => {
      const user = userOf(res)
      const { action, email_client } = parseInput(choiceForm, req.body)
      if (action === 'save' && email_client.length === 0) {
        sendClientsPage(res, {
          emailClients,
          ticked: [],
          hasChosen: (await findOfferedChoice(deps, user.id)) !== null,
          status: 400,
          error: 'Nothing was saved because no email client is ticked. Tick at least one, then save.',
        })
        return
      }
      const codes = action === 'save' ? email_client.map(offeredCode) : []
      await deps.db.$transaction((tx) => replaceEmailClientChoice({ db: tx }, user.id, codes))
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
  throw new ApiError(
    'invalid_request',
    'Nothing was saved because one of the email clients is no longer offered. Go to your settings again and choose from those shown.',
  )
}
