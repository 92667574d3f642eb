import { AccountsError } from '@pas/accounts/accounts-error'
import { inOneList } from '@pas/db/read-in-pages'
import { emailStatus } from '@pas/emails/lifetimes'
import type { EmailRow, EmailRowFilter } from '@pas/emails/read-emails'
import type { Command } from 'commander'
import { captureRow } from './capture-commands'
import { describeLinks } from './confirm'
import { countLiveShares } from './looked-up'
import { getEmail, namedEmail } from './named-email'
import { addNoun, type Noun } from './noun'
import { accountOption, option, sinceOption, uuid } from './option-values'
import type { CommandContext, CommandDeps } from './perform'
import { answerRow, renderAnswer, withoutControls, type AnswerRow } from './render-answer'

export function addEmailCommands(program: Command, context: CommandContext): void {
  const email = addNoun(program, context, { name: 'email', about: 'emails, without what they say' })
  email.list({
    about: 'show emails, account by account, oldest first',
    options: [
      accountOption(),
      option('--reference <text>', 'only those with this reference'),
      option('--inbox <name>', 'only mail that came by SMTP under this user name'),
      sinceOption('created'),
    ],
    after: { argument: 'email-guid', parse: uuid },
    find: getEmail,
    read: async (deps, filter: EmailRowFilter, part) =>
      (await import('@pas/emails/read-emails')).readEmails(deps, filter, part),
    row: ({ id: emailGuid, accountId, reference, inbox, createdAt, expiresAt, ...email }, deps) => {
      const status = emailStatus({ expiresAt, ...email }, deps.clock.now())
      return answerRow({ emailGuid, accountId, reference, inbox, status, createdAt, expiresAt })
    },
  })
  addShow(email)
  addDelete(email)
}

function addShow(email: Noun): void {
  email.on(namedEmail, {
    verb: 'show',
    about: 'show an email, what became of its previews, and why some failed',
    options: [option('--source', 'also what it says; the audit trail keeps that you asked')],
    act: (named, { source = false }: { source?: boolean }) => ({
      ...(source && { action: 'email.source' }),
      work: async (deps) => {
        const row = await getEmail(deps, named)
        const { about, captures } = await describeEmail(deps, row)
        const content = source ? await readSource(deps, row) : undefined
        const list = captures.length > 0 ? `\n${renderAnswer(captures)}` : ''
        return {
          answer: { ...about, previews_not_captured: captures, source: content },
          text: `${renderAnswer(about)}${list}${content ? sourceText(content) : ''}`,
          target: `email:${row.id}`,
          details: { account_id: row.accountId },
        }
      },
    }),
  })
}

async function describeEmail(
  deps: CommandDeps,
  row: EmailRow,
): Promise<{ about: AnswerRow; captures: AnswerRow[] }> {
  const { readCaptures } = await import('@pas/captures/list-captures')
  const { countPreviews } = await import('@pas/captures/list-previews')
  const { id: emailGuid, accountId, oauthApplication, ...rest } = row
  const status = emailStatus(row, deps.clock.now())
  const owner = { emailGuid, accountId, clientId: oauthApplication?.clientId ?? null }
  const about = { ...owner, status, ...rest, assetsDueAt: undefined }
  const shareLinks = await countLiveShares(deps, { emailId: emailGuid })
  const [counts] = await countPreviews(deps, [emailGuid])
  const { captured = 0, waiting = 0, failed = 0 } = counts ?? {}
  const captures = await inOneList(readCaptures(deps, { emailId: emailGuid }, { after: null }))
  return {
    about: answerRow({ ...about, shareLinks, captured, waiting, failed }),
    captures: await Promise.all(captures.map((row) => captureRow(row, deps))),
  }
}

async function readSource({ stores }: CommandDeps, { id }: EmailRow): Promise<AnswerRow> {
  const content = await (await import('@pas/emails/email-content')).readContent(await stores.storage(), id)
  if (!content)
    throw new AccountsError(
      'email_erased',
      `What email ${id} says is erased: it has expired, and nothing can show it.`,
    )
  const { subject, fromAddress, fromDisplayName, plainText, htmlText } = content
  return answerRow({ subject, fromAddress, fromDisplayName, plainText, htmlText })
}

const sourceText = (source: AnswerRow): string =>
  Object.entries(source)
    .map(([name, text]) => `\n${name}:\n${withoutControls(typeof text === 'string' ? text : '-')}\n`)
    .join('')

function addDelete(email: Noun): void {
  email.deletion(namedEmail, {
    about: 'delete an email with its pictures, checks and share links, for good',
    act: async (named) => {
      const { countPreviews } = await import('@pas/captures/list-previews')
      const { withdrawCaptures } = await import('@pas/captures/request-captures')
      const { deleteEmail } = await import('@pas/retention/remove-emails')
      let removed: Awaited<ReturnType<typeof deleteEmail>> = null
      return {
        confirm: async (deps) => {
          await deps.stores.ownStorage(deps)
          const { id, accountId } = await getEmail(deps, named)
          const [counts] = await countPreviews(deps, [id])
          const live = describeLinks(await countLiveShares(deps, { emailId: id }))
          const what = `the email ${id} of account ${accountId} with ${counts?.captured ?? 0} pictures; ${live}`
          return { name: id, what }
        },
        work: async (deps) => {
          const { id, accountId } = await getEmail(deps, named)
          const links = await countLiveShares(deps, { emailId: id })
          removed = await deleteEmail({ ...deps, storage: await deps.stores.storage() }, { id, accountId })
          const target = `email:${id}`
          return { answer: { deleted: target, links }, target, details: { account_id: accountId, links } }
        },
        afterwards: async ({ stores }) => {
          const captures = removed ?? []
          const engines = [...new Set(captures.map(({ engine }) => engine))]
          // Redis may be away: a job that stays finds nothing to do.
          await stores
            .captureQueues(engines)
            .then((queues) => withdrawCaptures(queues, captures))
            .catch(() => undefined)
          return undefined
        },
      }
    },
  })
}
