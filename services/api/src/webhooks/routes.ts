import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { listWebhooks } from '@pas/webhooks/find-webhooks'
import { messageIdOf } from '@pas/webhooks/sign-message'
import { Router, type Request, type Response } from 'express'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import { countChange } from '../limits/count-request'
import { neverCached } from '../http/never-cached'
import { namesOf, parseBody, readJsonBody } from '../http/json-body'
import {
  addWebhook,
  editWebhook,
  getDeliveries,
  getWebhook,
  removeWebhook,
  rotateSecret,
  sendAgain,
  sendTest,
  type WebhookManager,
} from './manage-webhooks'
import type { WebhookOutbox } from './webhook-outbox'
import {
  changeWebhookRequest,
  createWebhookRequest,
  deliveryListQuery,
  deliveryResponse,
  parseMessageId,
  parseWebhookId,
  webhookResponse,
} from './schema'

/** docs/contract.md §4.16: a larger body is a 413. */
const maxBodyBytes = 16 * 1024

type WebhookParts = AuthenticationDeps &
  Parameters<typeof countChange>[0] &
  Parameters<typeof addWebhook>[0] & {
    config: { instantUrl: string }
    webhookOutbox: Pick<WebhookOutbox, 'wake'>
  }

/** Endpoints and deliveries (docs/contract.md §4.8). */
export function webhookRoutes(deps: WebhookParts): Router {
  const router = Router()
  const authenticated = authenticate(deps)
  const counted = countChange(deps)
  router
    .route('/webhooks')
    .post(authenticated, neverCached, counted, async (req, res) => {
      const body = await readJsonBody(req, { maxBytes: maxBodyBytes })
      const input = parseBody(createWebhookRequest, body, namesOf(createWebhookRequest.shape))
      const { webhook, secret } = await addWebhook(deps, managerOf(req, res), {
        url: input.url,
        eventTypes: [...new Set(input.event_types)],
        description: input.description ?? null,
      })
      res.setHeader('Location', `${deps.config.instantUrl}/webhooks/${webhook.id}`)
      res.status(201).json({ ...webhookResponse(webhook), secret })
    })
    .get(authenticated, neverCached, async (_req, res) => {
      const webhooks = await listWebhooks(deps, callerOf(res).principal)
      res.json({ webhooks: webhooks.map(webhookResponse) })
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  router
    .route('/webhooks/:webhookId')
    .get(authenticated, neverCached, async (req, res) => {
      const id = parseWebhookId(req.params.webhookId)
      res.json(webhookResponse(await getWebhook(deps, callerOf(res).principal, id)))
    })
    .patch(authenticated, neverCached, counted, async (req, res) => {
      const id = parseWebhookId(req.params.webhookId)
      const body = await readJsonBody(req, { maxBytes: maxBodyBytes })
      const input = parseBody(changeWebhookRequest, body, namesOf(changeWebhookRequest.shape))
      const webhook = await editWebhook(deps, managerOf(req, res), id, {
        url: input.url,
        eventTypes: input.event_types && [...new Set(input.event_types)],
        description: input.description,
        isEnabled: input.status && input.status === 'enabled',
      })
      // Messages that waited while the endpoint was disabled may be due now.
      deps.webhookOutbox.wake()
      res.json(webhookResponse(webhook))
    })
    .delete(authenticated, neverCached, counted, async (req, res) => {
      await removeWebhook(deps, managerOf(req, res), parseWebhookId(req.params.webhookId))
      res.status(204).end()
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'PATCH', 'DELETE'))
  router
    .route('/webhooks/:webhookId/rotate-secret')
    .post(authenticated, neverCached, counted, async (req, res) => {
      const id = parseWebhookId(req.params.webhookId)
      const { secret, previousSignsUntil } = await rotateSecret(deps, managerOf(req, res), id)
      res.json({ secret, previous_secret_signs_until: previousSignsUntil.toISOString() })
    })
    .all(refuseOtherMethods('POST'))
  addDeliveryRoutes(router, deps)
  return router
}

function addDeliveryRoutes(router: Router, deps: WebhookParts): void {
  const authenticated = authenticate(deps)
  const counted = countChange(deps)
  router
    .route('/webhooks/:webhookId/test')
    .post(authenticated, neverCached, counted, async (req, res) => {
      const id = parseWebhookId(req.params.webhookId)
      const messageId = await sendTest(deps, callerOf(res).principal, id)
      deps.webhookOutbox.wake()
      res.status(202).json({ message_id: messageId })
    })
    .all(refuseOtherMethods('POST'))
  router
    .route('/webhooks/:webhookId/deliveries')
    .get(authenticated, neverCached, async (req, res) => {
      const id = parseWebhookId(req.params.webhookId)
      const query = deliveryListQuery.parse(req.query)
      const { deliveries, next } = await getDeliveries(deps, callerOf(res).principal, id, query)
      res.json({ deliveries: deliveries.map(deliveryResponse), ...(next !== null && { next }) })
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  router
    .route('/webhooks/:webhookId/deliveries/:messageId/redeliver')
    .post(authenticated, neverCached, counted, async (req, res) => {
      const id = parseWebhookId(req.params.webhookId)
      const deliveryId = parseMessageId(req.params.messageId)
      await sendAgain(deps, callerOf(res).principal, { id, deliveryId })
      deps.webhookOutbox.wake()
      res.status(202).json({ message_id: messageIdOf(deliveryId) })
    })
    .all(refuseOtherMethods('POST'))
}

function managerOf(req: Request, res: Response): WebhookManager {
  const { principal, auditActor } = callerOf(res)
  const { accountId, oauthApplicationId, userId } = principal
  return { accountId, oauthApplicationId, userId, actor: auditActor, ip: req.ip ?? '' }
}
