import { failureReasons } from '@pas/captures/capture-state'
import type { CaptureFilter, ListedCapture } from '@pas/captures/list-captures'
import type { Command } from 'commander'
import { getEmail } from './named-email'
import { found } from './named-thing'
import { addNoun, assertAccount } from './noun'
import { accountOption, option, sinceOption, statusOption, uuid } from './option-values'
import type { CommandContext, CommandDeps } from './perform'
import { answerRow, type AnswerRow } from './render-answer'

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
    options: [accountOption(), statusOption(statuses), sinceOption('requested or failed')],
    after: { argument: 'preview-id', parse: uuid },
    find: async (deps, id) =>
      found(
        await (await import('@pas/captures/list-captures')).findCapture(deps, id),
        'capture',
        id,
        'captures',
      ),
    read: async (deps, filter: CaptureFilter, part) =>
      (await import('@pas/captures/list-captures')).readCaptures(deps, filter, part),
    row: async ({ id: previewId, accountId, emailId: emailGuid, ...capture }, deps) => ({
      ...answerRow({ previewId, accountId, emailGuid }),
      ...(await captureRow(capture, deps)),
    }),
  })
  captures.verb({
    verb: 'retry-failed',
    about: 'try failed captures again, of emails that still take captures',
    options: [
      option('--email <email-guid>', 'only those of this email; its reference will do'),
      accountOption(),
      sinceOption('failed'),
    ],
    act: ({ email, account: accountId, since }: { email?: string; account?: number; since?: Date }) => ({
      work: async (deps) => {
        await assertAccount(deps, accountId)
        const emailId = email === undefined ? undefined : (await getEmail(deps, email)).id
        const { requestCaptures } = await import('@pas/captures/request-captures')
        const { retryFailed } = await import('@pas/captures/retry-failed')
        const retried = await retryFailed(deps, { emailId, accountId, since })
        const engines = [...new Set(retried.map(({ engine }) => engine))]
        await requestCaptures(await deps.stores.captureQueues(engines), retried)
        const count = { retried: retried.length }
        const named = {
          ...(accountId !== undefined && { account_id: accountId }),
          ...(since && { since: since.toISOString() }),
        }
        return {
          answer: count,
          ...(emailId && { target: `email:${emailId}` }),
          details: { ...count, ...named },
        }
      },
    }),
  })
}

/** A capture of an email. */
export async function captureRow(
  capture: Omit<ListedCapture, 'id' | 'accountId' | 'emailId'>,
  { env }: Pick<CommandDeps, 'env'>,
): Promise<AnswerRow> {
  const { emailClient: client, orientation, images, engine, status, attempt: attempts, ...rest } = capture
  const { requestedAt, failedAt, failure } = rest
  const reason = failure && failureReasons[failure].replace('CAPTURE_TIMEOUT_MS', await timeoutText(env))
  const drawn = { client, orientation, images, engine, status, attempts }
  return answerRow({ ...drawn, requestedAt, failedAt, failure, reason })
}

async function timeoutText(env: CommandDeps['env']): Promise<string> {
  const { parseConfig } = await import('@pas/settings/parse-config')
  const { variablesOf } = await import('@pas/settings/setting')
  const { timeSettings } = await import('@pas/settings/times')
  return `$& (${parseConfig(variablesOf('pas', timeSettings), env).CAPTURE_TIMEOUT_MS} where this command runs)`
}
