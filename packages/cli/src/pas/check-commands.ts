import { describeFailure } from '@pas/checks/check-failure'
import type { CheckRowName, CheckRowStatus } from '@pas/checks/check-state'
import type { CheckRowFilter, ListedCheck } from '@pas/checks/list-check-rows'
import { inOneList } from '@pas/db/read-in-pages'
import type { Command } from 'commander'
import { getEmail, namedEmail } from './named-email'
import { found } from './named-thing'
import { addNoun } from './noun'
import { accountOption, option, sinceOption, statusOption, uuid } from './option-values'
import type { CommandContext } from './perform'
import { answerRow, type AnswerRow } from './render-answer'

const names = ['contrast', 'effects', 'links', 'spam', 'report'] satisfies CheckRowName[]
const statuses = ['pending', 'running', 'done', 'failed'] satisfies CheckRowStatus[]

export function addCheckCommands(program: Command, context: CommandContext): void {
  const about =
    'what is measured and asked for the checks of emails: contrast, effects of changes, links, spam, and whole reports'
  const checks = addNoun(program, context, { name: 'checks', about })
  checks.list({
    about: 'show what is measured and asked, oldest first',
    options: [
      accountOption('only for emails of this account'),
      option('--name <name>', 'only of this name').choices(names),
      statusOption(statuses),
      sinceOption('requested or ended'),
    ],
    after: { argument: 'check-id', parse: uuid },
    find: async (deps, id) =>
      found(
        await (await import('@pas/checks/list-check-rows')).findCheckRow(deps, id),
        'check',
        id,
        'checks',
      ),
    read: async (deps, filter: CheckRowFilter, part) =>
      (await import('@pas/checks/list-check-rows')).readCheckRows(deps, filter, part),
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
  return answerRow({ ...measured, status, attempts, requestedAt, endedAt, ...describeFailure(check) })
}
