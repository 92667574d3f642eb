import type { ListedWebhook } from '@pas/webhooks/find-webhooks'
import type { Command } from 'commander'
import { found, namedById } from './named-thing'
import { addNoun } from './noun'
import { accountOption, option, type Page } from './option-values'
import type { CommandContext } from './perform'
import { answerRow, type AnswerRow } from './render-answer'

const namedWebhook = namedById('webhook')

interface ListOptions extends Page<string> {
  account?: number
  failing?: boolean
}

export function addWebhookCommands(program: Command, context: CommandContext): void {
  const about = "partners' endpoints, to which messages are sent"
  const webhook = addNoun(program, context, { name: 'webhook', about })
  webhook.list({
    about: 'show endpoints, oldest first',
    options: [accountOption(), option('--failing', 'only those that have failed since their last success')],
    after: namedWebhook,
    read: async (deps, { account: accountId, failing: isFailing, after, limit }: ListOptions) => {
      const { findAnyWebhook, readWebhooks } = await import('@pas/webhooks/find-webhooks')
      const first = after === undefined ? null : found(await findAnyWebhook(deps, after), 'webhook', after)
      return readWebhooks(deps, { accountId, isFailing }, { after: first, limit })
    },
    row: webhookRow,
  })
  webhook.on(namedWebhook, {
    verb: 'disable',
    about: 'send nothing more to an endpoint; its owner can enable it again',
    act: (id) => ({
      work: async (deps) => {
        const { disableWebhook } = await import('@pas/webhooks/disable-webhook')
        const { findAnyWebhook } = await import('@pas/webhooks/find-webhooks')
        const { accountId } = found(await findAnyWebhook(deps, id), 'webhook', id)
        await disableWebhook(deps, id, 'operator')
        return { answer: {}, details: { account_id: accountId, reason: 'operator' } }
      },
    }),
  })
}

/** Only the URL's host, because its path may hold a secret. */
function webhookRow({
  id: webhookId,
  accountId,
  url,
  eventTypes,
  disabledAt,
  ...webhook
}: ListedWebhook): AnswerRow {
  const { disabledReason, failingSince, createdAt } = webhook
  const { host } = new URL(url)
  const status = disabledAt ? 'disabled' : 'enabled'
  return answerRow({
    webhookId,
    accountId,
    host,
    eventTypes,
    status,
    disabledReason,
    failingSince,
    createdAt,
  })
}
