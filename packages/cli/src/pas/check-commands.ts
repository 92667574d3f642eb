import type { CheckRowName, CheckRowStatus } from '@pas/checks/check-state'
import type { ListedCheck } from '@pas/checks/list-check-rows'
import { inOneList } from '@pas/db/read-in-pages'
import type { Command } from 'commander'
import { getEmail, namedEmail } from './email-commands'
import { found } from './named-thing'
import { addNoun } from './noun'
import { accountOption, option, statusOption, uuid, type Page } from './option-values'
import type { CommandContext } from './perform'
import { answerRow, type AnswerRow } from './render-answer'

const names = ['contrast', 'links', 'spam', 'report'] satisfies CheckRowName[]
const statuses = ['pending', 'running', 'done', 'failed'] satisfies CheckRowStatus[]

interface ListOptions extends Page<string> {
  account?: number
  name?: CheckRowName
  status?: CheckRowStatus
}

export function addCheckCommands(program: Command, context: CommandContext): void {
  const about =
    'what is measured and asked for the checks of emails: contrast, links, spam, and whole reports'
  const checks = addNoun(program, context, { name: 'checks', about })
  checks.list({
    about: 'show what is measured and asked, oldest first',
    options: [
      accountOption('only for emails of this account'),
      option('--name <name>', 'only of this name').choices(names),
      statusOption(statuses),
    ],
    after: { argument: 'check-id', parse: uuid },
    read: async (deps, { account: accountId, name, status, after, limit }: ListOptions) => {
      const { findCheckRow, readCheckRows } = await import('@pas/checks/list-check-rows')
      const first =
        after === undefined ? null : found(await findCheckRow(deps, after), 'check', after, 'checks')
      return readCheckRows(deps, { accountId, name, status }, { after: first, limit })
    },
    row: checkRow,
  })
  checks.on(namedEmail, {
    verb: 'show',
    about: 'show what is measured and asked for the checks of an email',
    act: (named) => ({
      work: async (deps) => {
        const { readCheckRows } = await import('@pas/checks/list-check-rows')
        const { id: emailId } = await getEmail(deps, named)
        const rows = await inOneList(readCheckRows(deps, { emailId }, { after: null }))
        return { answer: rows.map(checkRow), target: `email:${emailId}` }
      },
    }),
  })
  checks.on(namedEmail, {
    verb: 'delete',
    about: 'erase what was measured and asked for the checks of an email; who asks next has it done anew',
    act: (named) => ({
      work: async (deps) => {
        const { deleteCheckRows } = await import('@pas/checks/list-check-rows')
        const { checksPrefix } = await import('@pas/checks/storage-keys')
        const storage = await deps.stores.ownStorage(deps)
        const { id: emailId, accountId } = await getEmail(deps, named)
        const checks = await deleteCheckRows(deps, emailId)
        await storage.deletePrefix(checksPrefix(emailId))
        const details = { account_id: accountId, checks }
        return { answer: { checks }, target: `email:${emailId}`, details }
      },
    }),
  })
}

function checkRow({ id: checkId, accountId, emailId: emailGuid, name, ...check }: ListedCheck): AnswerRow {
  const { emailClient, engine, status, attempt: attempts, requestedAt, endedAt } = check
  const measured = { checkId, accountId, emailGuid, name, client: emailClient || null, engine }
  return answerRow({ ...measured, status, attempts, requestedAt, endedAt })
}
