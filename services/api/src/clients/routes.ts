import { emailClients } from '@pas/email-clients/catalogue'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { unavailable } from '../errors'
import type { EngineStatus } from './engine-status'
import { configurationResponse } from './schema'

/** Lists every code that has a profile, whatever its engine's status. */
export function clientRoutes({ engineStatus }: { engineStatus: EngineStatus }): Router {
  const router = Router()
  router
    .route('/clients')
    .get((_req, res) => {
      res.json(emailClients.map(({ code }) => code))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  router
    .route('/clients/configurations')
    .get(async (_req, res) => {
      const served = await engineStatus.served().catch((error: unknown) => {
        throw unavailable('The queue is away, so no status is known; try again shortly.', error)
      })
      res.setHeader('Cache-Control', 'no-store')
      res.json(
        Object.fromEntries(
          emailClients.map((emailClient) => [emailClient.code, configurationResponse(emailClient, served)]),
        ),
      )
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}
