import type { ListedWebhook, WebhookFilter } from '@pas/webhooks/find-webhooks'
import type { DbDeps } from '@pas/db/row-deps'
import type { Command } from 'commander'
import { found, namedById } from './named-thing'
import { addNoun } from './noun'
import { accountOption, option } from './option-values'
import type { CommandContext } from './perform'
import { answerRow, type AnswerRow } from './render-answer'

const namedWebhook = namedById('webhook')

export function addWebhookCommands(program: Command, context: CommandContext): void {
  const about = "partners' endpoints, to which messages are sent"
  const webhook = addNoun(program, context, { name: 'webhook', about })
  webhook.list({
    about: 'show endpoints, oldest first',
    options: [accountOption(), option('--failing', 'only those that have failed since their last success')],
    after: namedWebhook,
    find: findWebhook,
    read: async (deps, { accountId, failing: isFailing }: WebhookFilter & { failing?: boolean }, part) =>
      (await import('@pas/webhooks/find-webhooks')).readWebhooks(deps, { accountId, isFailing }, part),
    row: webhookRow,
  })
  webhook.on(namedWebhook, {
    verb: 'disable',
    about: 'send nothing more to an endpoint; its owner can enable it again',
    act: (id) => ({
      work: async (deps) => {
        const { disableWebhook } = await import('@pas/webhooks/disable-webhook')
        const { accountId } = await findWebhook(deps, id)
        await disableWebhook(deps, id, 'operator')
        return { answer: {}, details: { account_id: accountId, reason: 'operator' } }
      },
    }),
  })
}

const findWebhook = async (deps: DbDeps, id: string): Promise<ListedWebhook> =>
  found(await (await import('@pas/webhooks/find-webhooks')).findAnyWebhook(deps, id), 'webhook', id)

/** Only the URL's host, because its path may hold a secret. */
function webhookRow({
  id: webhookId,
  accountId,
  url,
  eventTypes,
  disabledAt,
  ...rest
}: ListedWebhook): AnswerRow {
  const { disabledReason, failingSince, createdAt } = rest
  const { host } = new URL(url)
  const status = disabledAt ? 'disabled' : 'enabled'
  const endpoint = { webhookId, accountId, host, eventTypes, status }
  return answerRow({ ...endpoint, disabledReason, failingSince, createdAt })
}
