import { AccountsError } from '@pas/accounts/accounts-error'
import type { DbDeps } from '@pas/db/row-deps'
import type { ListedWebhook } from '@pas/webhooks/find-webhooks'
import type { Command } from 'commander'
import { actOn, type Naming } from './named-thing'
import { integerId, uuid, withListOptions } from './option-values'
import { perform, type CommandContext } from './perform'
import { afterHint, printList } from './print-list'
import type { AnswerRow } from './render-answer'

const namedWebhook: Naming<string> = {
  argument: 'webhook-id',
  flags: '--webhook-id <id>',
  description: "the webhook's id",
  parse: uuid,
}

interface ListOptions {
  account?: number
  failing?: boolean
  after?: string
  limit?: number
}

export function addWebhookCommands(program: Command, context: CommandContext): void {
  const webhook = program.command('webhook').description("partners' endpoints, to which messages are sent")
  const list = webhook
    .command('list')
    .description('show endpoints, oldest first')
    .option('--account <id>', 'only those of this account', integerId)
    .option('--failing', 'only those that have failed since their last success')
  withListOptions(list, '--after <webhook-id>', uuid).action(
    ({ account, failing, after, limit }: ListOptions) =>
      printList(context, {
        action: 'webhook.list',
        target: account === undefined ? 'webhooks' : `account:${account}`,
        pages: async (deps) => {
          const { readWebhooks } = await import('@pas/webhooks/find-webhooks')
          const first = after === undefined ? null : await getWebhook(deps, after)
          return readWebhooks(deps, { accountId: account, isFailing: failing }, { after: first, limit })
        },
        toAnswer: webhookRow,
        hint: afterHint(limit, ({ id }) => id),
      }),
  )
  actOn(
    webhook.command('disable').description('send nothing more to an endpoint; its owner can enable it again'),
    namedWebhook,
    (id) =>
      perform(context, {
        action: 'webhook.disable',
        target: `webhook:${id}`,
        work: async (deps) => {
          const { disableWebhook } = await import('@pas/webhooks/disable-webhook')
          const { accountId } = await getWebhook(deps, id)
          await disableWebhook(deps, id, 'operator')
          return { answer: {}, details: { account_id: accountId, reason: 'operator' } }
        },
      }),
  )
}

async function getWebhook({ db }: DbDeps, id: string): Promise<ListedWebhook> {
  const { findAnyWebhook } = await import('@pas/webhooks/find-webhooks')
  const webhook = await findAnyWebhook({ db }, id)
  if (webhook) return webhook
  throw new AccountsError(
    'webhook_not_found',
    `There is no webhook ${id}: check the id, or see 'pas webhook list'.`,
  )
}

/** Only the URL's host, because its path may hold a secret. */
const webhookRow = (webhook: ListedWebhook): AnswerRow => ({
  webhook_id: webhook.id,
  account_id: webhook.accountId,
  host: new URL(webhook.url).host,
  event_types: webhook.eventTypes,
  status: webhook.disabledAt ? 'disabled' : 'enabled',
  disabled_reason: webhook.disabledReason,
  failing_since: webhook.failingSince?.toISOString() ?? null,
  created_at: webhook.createdAt.toISOString(),
})
