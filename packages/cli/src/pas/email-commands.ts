import { AccountsError } from '@pas/accounts/accounts-error'
import { inOneList } from '@pas/db/read-in-pages'
import type { DbDeps } from '@pas/db/row-deps'
import { emailStatus } from '@pas/emails/lifetimes'
import type { EmailRow } from '@pas/emails/read-emails'
import type { Command } from 'commander'
import { captureRow } from './capture-commands'
import { describeLinks } from './confirm'
import type { Naming } from './named-thing'
import { addNoun, type Noun } from './noun'
import { accountOption, moment, option, uuid, type Page } from './option-values'
import type { CommandContext, CommandDeps } from './perform'
import { answerRow, renderAnswer, withoutControls, type AnswerRow } from './render-answer'

export const namedEmail: Naming<string> = {
  argument: 'email-guid',
  flags: '--email-guid <guid>',
  description: "the email's guid, or its reference",
  parse: (text) => text,
  // A reference may say what the email is about.
  target: (named) => async (deps) => {
    const email = await getEmail(deps, named).catch(() => null)
    return email ? `email:${email.id}` : 'email'
  },
}

interface ListOptions extends Page<string> {
  account?: number
  reference?: string
  inbox?: string
  since?: Date
}

export function addEmailCommands(program: Command, context: CommandContext): void {
  const email = addNoun(program, context, { name: 'email', about: 'emails, without what they say' })
  email.list({
    about: 'show emails, account by account, oldest first',
    options: [
      accountOption(),
      option('--reference <text>', 'only those with this reference'),
      option('--inbox <name>', 'only mail that came by SMTP under this user name'),
      option('--since <time>', 'only those created since this time, e.g. 2026-01-31T09:30:00Z or 2h', moment),
    ],
    after: { argument: 'email-guid', parse: uuid },
    read: async (deps, { account: accountId, reference, inbox, since, after, limit }: ListOptions) => {
      const { readEmails } = await import('@pas/emails/read-emails')
      const first = after === undefined ? null : await getEmail(deps, after)
      return readEmails(deps, { accountId, reference, inbox, since }, { after: first, limit })
    },
    row: ({ id: emailGuid, accountId, reference, inbox, createdAt, expiresAt, ...email }) => {
      const status = emailStatus({ expiresAt, ...email }, context.clock.now())
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
  const { countLiveShares } = await import('@pas/shares/end-shares')
  const { id: emailGuid, accountId, oauthApplication, ...email } = row
  const { userId, endUserId, reference, inbox, revisionOf, createdAt, expiresAt, contentErasedAt } = email
  const owner = { emailGuid, accountId, clientId: oauthApplication?.clientId ?? null, userId, endUserId }
  const status = emailStatus(row, deps.clock.now())
  const shareLinks = await countLiveShares(deps, { emailId: emailGuid })
  const [{ captured, waiting, failed } = { captured: 0, waiting: 0, failed: 0 }] = await countPreviews(deps, [
    emailGuid,
  ])
  const captures = await inOneList(readCaptures(deps, { emailId: emailGuid }, { after: null }))
  const about = {
    ...owner,
    reference,
    inbox,
    revisionOf,
    status,
    createdAt,
    expiresAt,
    contentErasedAt,
    shareLinks,
  }
  return { about: answerRow({ ...about, captured, waiting, failed }), captures: captures.map(captureRow) }
}

async function readSource({ stores }: CommandDeps, { id }: EmailRow): Promise<AnswerRow> {
  const { readContent } = await import('@pas/emails/email-content')
  const content = await readContent(await stores.storage(), id)
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
      const { countLiveShares } = await import('@pas/shares/end-shares')
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

/** By guid or reference. Throws `email_not_found` or `email_ambiguous`. */
export async function getEmail(deps: DbDeps, named: string): Promise<EmailRow> {
  const { findEmailsNamed } = await import('@pas/emails/read-emails')
  const [email, another] = await findEmailsNamed(deps, named, 2)
  if (!email)
    throw new AccountsError(
      'email_not_found',
      `There is no email '${named.slice(0, 100)}': check the guid or the reference, or see 'pas email list'.`,
    )
  if (another)
    throw new AccountsError(
      'email_ambiguous',
      `Several emails have the reference '${named.slice(0, 100)}': give the guid, which 'pas email list --reference' shows.`,
    )
  return email
}
