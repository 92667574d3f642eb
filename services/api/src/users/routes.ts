import { listEmailClientSets } from '@pas/accounts/email-client-sets'
import { signSettingsLink } from '@pas/accounts/settings-link'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type RequestHandler } from 'express'
import type { AuthenticationDeps } from '../authentication/authenticate'
import { authenticateUser, tokenUserOf } from '../authentication/authenticate-user'
import { neverCached } from '../http/never-cached'
import { listDefaultEmailClients } from '../clients/default-email-clients'
import {
  configurationUrlResponse,
  currentUserResponse,
  emailClientSetsResponse,
  emailClientsResponse,
} from './schema'

/** The user API (docs/contract.md §3): bearer tokens only, and never cached. */
export function userRoutes(
  deps: AuthenticationDeps & Parameters<typeof listDefaultEmailClients>[0] & { config: { authUrl: string } },
): Router {
  const router = Router()
  const get = (path: string, answer: RequestHandler): void => {
    router.route(path).get(authenticateUser(deps), neverCached, answer).all(refuseOtherMethods('GET', 'HEAD'))
  }

  get('/users/current', (_req, res) => {
    res.json(currentUserResponse(tokenUserOf(res)))
  })
  get('/user_settings/clients', async (_req, res) => {
    res.json(emailClientsResponse(await listDefaultEmailClients(deps, tokenUserOf(res).id)))
  })
  get('/user_settings/client_sets', async (_req, res) => {
    res.json(emailClientSetsResponse(await listEmailClientSets(deps, tokenUserOf(res).id)))
  })
  get('/user_settings/clients/configuration_url', async (_req, res) => {
    const link = await signSettingsLink(deps, tokenUserOf(res).id)
    res.json(configurationUrlResponse(deps.config.authUrl, link))
  })
  return router
}
