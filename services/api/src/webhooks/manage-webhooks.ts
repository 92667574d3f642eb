import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import { whyHttpsUriRefused } from '@pas/accounts/why-https-uri-refused'
import type { DatabaseDeps, DbDeps } from '@pas/db/row-deps'
import type { Clock } from '@pas/runtime/clock'
import { ApiError, invalidField } from '@pas/runtime/errors'
import {
  bothSecretsSignMs,
  changeWebhook,
  rotateWebhookSecret,
  type WebhookChanges,
} from '@pas/webhooks/change-webhook'
import { createWebhook, maxWebhooksPerAccount, type WebhookSettings } from '@pas/webhooks/create-webhook'
import { addTestMessage, listDeliveries, redeliver } from '@pas/webhooks/deliveries'
import {
  findWebhook,
  type ListedWebhook,
  type WebhookMaker,
  type WebhookOwner,
} from '@pas/webhooks/find-webhooks'
import { messageIdOf, webhookSecretText } from '@pas/webhooks/sign-message'
import { deleteDeliveries, deleteWebhook } from '@pas/webhooks/remove-webhooks'
import { isGiverDisabled } from '@pas/webhooks/served-webhooks'
import { lockConsent } from '../authentication/lock-consent'
import { readCursor, writeCursor } from '../http/list-cursor'
import { defaultLimit } from '../http/page-query'
import type { AllowList } from '../outbound/allow-list'
import { whyPostUrlRefused } from '../outbound/why-post-url-refused'
import type { DeliveryListQuery } from './schema'

export interface WebhookManager extends WebhookMaker, Pick<AuditEvent, 'actor' | 'ip'> {}

/** Throws a 400 that says which rule the URL breaks, and a 409 when the account has too many. */
export async function addWebhook(
  { db, clock, config }: DatabaseDeps & { config: { webhookAllow: AllowList } },
  manager: WebhookManager,
  settings: WebhookSettings,
): Promise<{ webhook: ListedWebhook; secret: string }> {
  assertUrl(settings.url, config.webhookAllow)
  return db.$transaction(async (transaction) => {
    await lockConsent(transaction, manager)
    const created = await createWebhook({ db: transaction, clock }, manager, settings)
    if (!created) {
      throw new ApiError(
        'conflict',
        `The account has ${maxWebhooksPerAccount} webhooks, which is as many as it may have: delete one first.`,
      )
    }
    const { secret, ...webhook } = created
    await recordChange({ db: transaction, clock }, manager, 'webhook.create', webhook.id, {
      host: new URL(webhook.url).host,
      event_types: webhook.eventTypes,
    })
    return { webhook, secret: webhookSecretText(secret) }
  })
}

/** Throws 404 when the caller manages none with this id. */
export async function getWebhook(deps: DbDeps, owner: WebhookOwner, id: string): Promise<ListedWebhook> {
  return (await findWebhook(deps, owner, id)) ?? refuseUnknown()
}

/** Throws 404 as `getWebhook`, and a 400 that says which rule the URL breaks. */
export async function editWebhook(
  { db, clock, config }: DatabaseDeps & { config: { webhookAllow: AllowList } },
  manager: WebhookManager,
  id: string,
  changes: WebhookChanges,
): Promise<ListedWebhook> {
  // Before the URL is checked, so that callers who do not manage the webhook get 404 whatever they send.
  await getWebhook({ db }, manager, id)
  if (changes.url !== undefined) assertUrl(changes.url, config.webhookAllow)
  return db.$transaction(async (transaction) => {
    const webhook = (await changeWebhook({ db: transaction, clock }, manager, id, changes)) ?? refuseUnknown()
    await recordChange({ db: transaction, clock }, manager, 'webhook.change', id, {
      host: new URL(webhook.url).host,
      event_types: webhook.eventTypes,
      status: webhook.disabledAt ? 'disabled' : 'enabled',
    })
    return webhook
  })
}

export async function removeWebhook(
  { db, clock }: DatabaseDeps,
  manager: WebhookManager,
  id: string,
): Promise<void> {
  await db.$transaction(async (transaction) => {
    if (!(await deleteWebhook({ db: transaction }, manager, id))) refuseUnknown()
    await recordChange({ db: transaction, clock }, manager, 'webhook.delete', id)
  })
  // Not in the transaction, which millions of deliveries would keep open.
  await deleteDeliveries({ db }, [id])
}

/** The old secret signs too until `previousSignsUntil`. Throws 404 as `getWebhook`. */
export async function rotateSecret(
  { db, clock }: DatabaseDeps,
  manager: WebhookManager,
  id: string,
): Promise<{ secret: string; previousSignsUntil: Date }> {
  return db.$transaction(async (transaction) => {
    const secret = await rotateWebhookSecret({ db: transaction, clock }, manager, id)
    if (!secret) return refuseUnknown()
    await recordChange({ db: transaction, clock }, manager, 'webhook.rotate_secret', id)
    const previousSignsUntil = new Date(clock.now().getTime() + bothSecretsSignMs)
    return { secret: webhookSecretText(secret), previousSignsUntil }
  })
}

/** Resolves to the message id. Throws 404 as `getWebhook`, and 409 when nothing is sent to the endpoint. */
export async function sendTest(deps: DatabaseDeps, owner: WebhookOwner, id: string): Promise<string> {
  await assertServed(deps, await getWebhook(deps, owner, id))
  return messageIdOf(await addTestMessage(deps, id))
}

/** Throws 404 and 409 as `sendTest`, and 404 for no such message. */
export async function sendAgain(
  deps: DatabaseDeps,
  owner: WebhookOwner,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<void> {
  const webhook = await getWebhook(deps, owner, id)
  await assertServed(deps, webhook)
  if (!(await redeliver(deps, id, deliveryId)))
    throw new ApiError('not_found', 'There is no delivery with this message_id; they are kept for 7 days.')
}

/**
 * Newest first. `next` is null when there are no more. Throws 404 as `getWebhook`, and a 400 for a cursor of another
 * list.
 */
export async function getDeliveries(
  deps: DbDeps,
  owner: WebhookOwner,
  id: string,
  { status, before, limit = defaultLimit }: DeliveryListQuery,
): Promise<{ deliveries: Awaited<ReturnType<typeof listDeliveries>>; next: string | null }> {
  await getWebhook(deps, owner, id)
  const position = before === undefined ? null : readCursor(before, id)
  const rows = await listDeliveries(deps, id, { status, before: position, take: limit + 1 })
  const deliveries = rows.slice(0, limit)
  const last = deliveries.at(-1)
  return { deliveries, next: rows.length > limit && last ? writeCursor(last, id) : null }
}

function assertUrl(url: string, webhookAllow: AllowList): void {
  const reason = whyWebhookUrlRefused(url, webhookAllow)
  if (reason !== null)
    throw invalidField(`url: The URL ${reason}`, { field: 'url', message: `The URL ${reason}` })
}

/**
 * Null, or the end of a sentence that begins with "The URL". Allowed: absolute https without user information and
 * fragment, at a public host; `WEBHOOK_ALLOW` adds http and other hosts.
 */
function whyWebhookUrlRefused(url: string, webhookAllow: AllowList): string | null {
  const isHttp = /^http:\/\//i.test(url)
  const isHttpAllowed = isHttp && whyPostUrlRefused(url, webhookAllow) === null
  return (
    whyHttpsUriRefused(isHttpAllowed ? url.replace(/^http/i, 'https') : url) ??
    whyPostUrlRefused(url, webhookAllow)
  )
}

async function assertServed({ db }: DbDeps, { id, disabledAt }: ListedWebhook): Promise<void> {
  if (disabledAt) {
    throw new ApiError(
      'conflict',
      'The webhook is disabled, so nothing is sent to it: enable it first, by PATCH with {"status": "enabled"}.',
    )
  }
  if (await isGiverDisabled({ db }, id)) {
    throw new ApiError(
      'conflict',
      'The user or the application that made the webhook is disabled, so nothing is sent to it: make another webhook.',
    )
  }
}

function refuseUnknown(): never {
  throw new ApiError('not_found', 'There is no webhook with this id.')
}

/** Pass only the URL's host: its path may hold a secret. */
async function recordChange(
  { db, clock }: { db: Parameters<typeof recordAuditEvent>[0]; clock: Clock },
  { accountId, actor, ip }: WebhookManager,
  action: string,
  id: string,
  details: NonNullable<AuditEvent['details']> = {},
): Promise<void> {
  await recordAuditEvent(db, {
    at: clock.now(),
    actor,
    ...(ip !== undefined && { ip }),
    action,
    target: `webhook:${id}`,
    details: { account_id: accountId, ...details },
  })
}
