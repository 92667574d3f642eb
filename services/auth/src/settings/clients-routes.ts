import { findEmailClientChoice } from '@pas/accounts/email-client-choice'
import {
  listEmailClientSets,
  maxEmailClientSets,
  maxSetNameLength,
  type EmailClientSet,
} from '@pas/accounts/email-client-sets'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { languageOf } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router, type RequestHandler, type Response } from 'express'
import { z } from 'zod'
import type { AuthParts } from '../auth-parts'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { loginPath } from '../login/return-to'
import { signedInUserOf } from '../sessions/signed-in-user'
import { chooseEmailClients, forgetEmailClientSet, nameEmailClients } from './choose-email-clients'
import { sendClientsPage, type ClientsPage } from './clients-page'
import { clientsTexts } from './clients-texts'
import { linkedSettingsPath, resolveSettingsLink } from './resolve-settings-link'

const setId = z.coerce.number().int().min(1).max(2_147_483_647).catch(0)

const pageQuery = z.object({
  link: singleText.optional(),
  saved: z.enum(['choice', 'popular', 'set', 'set_deleted']).optional().catch(undefined),
  set: setId.optional(),
})

const choiceForm = z.object({
  action: z.enum(['save', 'reset', 'save_set', 'delete_set']).default('save'),
  // One ticked box is sent as a string, several as an array.
  email_client: z
    .union([singleText, z.array(singleText)])
    .default([])
    .transform((value) => [value].flat()),
  set_name: singleText.default('').transform((name) => name.trim()),
  set_id: setId,
})

/** docs/contract.md §3. A configuration_url leads here with a `link`. */
export function clientsRoutes(deps: AuthParts): Router {
  const { defaultEmailClients: popular } = deps.config
  const router = Router()
  const send = async (
    res: Response,
    page: Partial<ClientsPage> | ((sets: EmailClientSet[]) => Partial<ClientsPage>),
  ): Promise<void> => {
    const { id } = userOf(res)
    const [chosen, sets, served] = await Promise.all([
      findOfferedChoice(deps, id),
      listOfferedSets(deps, id),
      deps.servedEngines.find(),
    ])
    const defaults = { served, popular, ticked: chosen ?? popular, hasChosen: chosen !== null, sets }
    sendClientsPage(res, { ...defaults, ...(typeof page === 'function' ? page(sets) : page) })
  }
  router
    .route('/settings/clients')
    .get(followLink(deps), requireSignIn, async (req, res) => {
      const { saved, set } = parseInput(pageQuery, req.query)
      await send(res, (sets) => {
        const shownSet = sets.find(({ id }) => id === set)
        return {
          ...(shownSet && { shownSet, ticked: shownSet.emailClients }),
          notice: saved && clientsTexts[languageOf(req)].saved[saved],
        }
      })
    })
    .post(requireSignIn, async (req, res) => {
      const user = userOf(res)
      const { action, email_client, set_name: name, set_id } = parseInput(choiceForm, req.body)
      const texts = clientsTexts[languageOf(req)]
      const redirect = (query: string): void => res.redirect(303, `/settings/clients?${query}`)
      if (action === 'reset') {
        await chooseEmailClients(deps, user, [], req.ip)
        redirect('saved=popular')
        return
      }
      if (action === 'delete_set') {
        if (await forgetEmailClientSet(deps, user, set_id, req.ip)) redirect('saved=set_deleted')
        else await send(res, { status: 404, error: texts.noSuchSet })
        return
      }
      if (email_client.length === 0) {
        await send(res, { ticked: [], setName: name, status: 400, error: texts.nothingTicked })
        return
      }
      const codes = email_client.map(assertOffered)
      if (action === 'save') {
        await chooseEmailClients(deps, user, codes, req.ip)
        redirect('saved=choice')
        return
      }
      const refuseName = (error: string): Promise<void> =>
        send(res, { ticked: codes, setName: name, status: 400, error, isNameWrong: true })
      if (name === '') await refuseName(texts.noSetName)
      else if ([...name].length > maxSetNameLength || /\p{Cc}/u.test(name))
        await refuseName(texts.wrongSetName({ maxLength: maxSetNameLength }))
      else {
        const id = await nameEmailClients(deps, user, { name, codes }, req.ip)
        if (id === null) await refuseName(texts.tooManySets({ max: maxEmailClientSets }))
        else redirect(`saved=set&set=${id}`)
      }
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}

/** Null when none is offered any more: the popular set is used. */
async function findOfferedChoice(deps: AuthParts, userId: number): Promise<string[] | null> {
  const chosen = (await findEmailClientChoice(deps, userId)) ?? []
  const offered = chosen.filter((code) => findEmailClient(code))
  return offered.length > 0 ? offered : null
}

/** With only the codes that are still offered. A set without any is left out. */
async function listOfferedSets(deps: AuthParts, userId: number): Promise<EmailClientSet[]> {
  const sets = await listEmailClientSets(deps, userId)
  return sets
    .map((set) => ({ ...set, emailClients: set.emailClients.filter(findEmailClient) }))
    .filter(({ emailClients }) => emailClients.length > 0)
}

function followLink(deps: AuthParts): RequestHandler {
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

function assertOffered(code: string): string {
  const emailClient = findEmailClient(code)
  if (emailClient) return emailClient.code
  throw new PageError('invalid_request', (language) => clientsTexts[language].noLongerOffered)
}
