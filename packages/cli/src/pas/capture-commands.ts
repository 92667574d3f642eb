import { failureReasons } from '@pas/captures/capture-state'
import type { ListedCapture } from '@pas/captures/list-captures'
import type { Command } from 'commander'

import { found } from './named-thing'
import { addNoun } from './noun'
import { accountOption, moment, option, statusOption, uuid, type Page } from './option-values'
import type { CommandContext } from './perform'
import { answerRow, type AnswerRow } from './render-answer'

interface ListOptions extends Page<string> {
  account?: number
  status?: ListedCapture['status']
  since?: Date
}

const statuses = ['pending', 'capturing', 'failed'] satisfies ListedCapture['status'][]

export function addCaptureCommands(program: Command, context: CommandContext): void {
  const about = 'captures that wait, are under way or failed'
  const captures = addNoun(program, context, { name: 'captures', about })
  captures.verb({
    verb: 'stats',
    about: 'how many captures and checks of each engine wait and are under way, and captures failed',
    act: () => ({
      work: async (deps) => {
        const { countCaptures } = await import('@pas/captures/count-captures')
        const { emailClients } = await import('@pas/email-clients/catalogue')
        const engines = [...new Set(emailClients.map(({ engine }) => engine))]
        return { answer: (await countCaptures(deps, engines)).map((count) => ({ ...count })) }
      },
    }),
  })
  captures.list({
    about: 'show captures that are not done, oldest first, and why some failed',
    options: [
      accountOption(),
      statusOption(statuses),
      option(
        '--since <time>',
        'only those requested or failed since this time, e.g. 2026-01-31T09:30:00Z or 1h',
        moment,
      ),
    ],
    after: { argument: 'preview-id', parse: uuid },
    read: async (deps, { account: accountId, status, since, after, limit }: ListOptions) => {
      const { findCapture, readCaptures } = await import('@pas/captures/list-captures')
      const first =
        after === undefined ? null : found(await findCapture(deps, after), 'capture', after, 'captures')
      return readCaptures(deps, { accountId, status, since }, { after: first, limit })
    },
    row: ({ accountId, emailId: emailGuid, ...capture }) => ({
      preview_id: capture.id,
      account_id: accountId,
      email_guid: emailGuid,
      ...captureRow(capture),
    }),
  })
  captures.verb({
    verb: 'retry-failed',
    about: 'try failed captures again, of emails that still take captures',
    act: () => ({
      work: async (deps) => {
        const { requestCaptures } = await import('@pas/captures/request-captures')
        const { retryFailed } = await import('@pas/captures/retry-failed')
        const retried = await retryFailed(deps)
        const engines = [...new Set(retried.map(({ engine }) => engine))]
        await requestCaptures(await deps.stores.captureQueues(engines), retried)
        const count = { retried: retried.length }
        return { answer: count, details: count }
      },
    }),
  })
}

/** A capture of an email. */
export function captureRow(capture: Omit<ListedCapture, 'id' | 'accountId' | 'emailId'>): AnswerRow {
  const { emailClient: client, orientation, images, engine, status, attempt: attempts, ...rest } = capture
  const { requestedAt, failedAt, failure } = rest
  const reason = failure && failureReasons[failure]
  return answerRow({
    client,
    orientation,
    images,
    engine,
    status,
    attempts,
    requestedAt,
    failedAt,
    failure,
    reason,
  })
}
