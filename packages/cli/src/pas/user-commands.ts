import { statusOf } from '@pas/accounts/listed-status'
import type { UserFilter } from '@pas/accounts/list-users'
import type { Storage } from '@pas/storage/storage'
import type { NewUser } from '@pas/accounts/create-user'
import { mailLanguages, type MailLanguage } from '@pas/mail/write-mail'
import { Option, type Command } from 'commander'
import { CommandError } from './command-error'
import { confirmDeletion } from './confirm'
import { actOn, namedUser } from './named-thing'
import { integerId, statusOption, withListOptions } from './option-values'
import { perform, type CommandContext } from './perform'
import { afterHint, printList } from './print-list'
import { readPassword, withPasswordOption } from './read-password'
import { linksEnd } from './share-links'
import { addSignInCommands } from './sign-in-commands'
import { addSwitchCommands } from './switch-commands'
import { userTarget } from './user-target'

/** Adds `pas user create`, `list`, `show`, `disable`, `enable`, `set-password`, `reset` and `delete`. */
export function addUserCommands(program: Command, context: CommandContext): void {
  const user = program.command('user').description('the people of an account')
  addCreate(user, context)
  addList(user, context)
  addShow(user, context)
  addSwitchCommands(user, context, {
    noun: 'user',
    naming: namedUser,
    descriptions: {
      disable: 'shut a user out, and end their sessions and tokens for good',
      enable: 'let a user sign in again',
    },
    refusedTarget: userTarget,
    load: async () => {
      const { getUser } = await import('@pas/accounts/get-user')
      const { markUserDisabled, setUserDisabled } = await import('@pas/accounts/set-user-disabled')
      const { endConsentsOfActors } = await import('@pas/consents/end-consents-of-actors')
      return {
        find: async (deps, email) => {
          const { id, disabledAt } = await getUser(deps, email)
          return { target: `user:${id}`, disabledAt }
        },
        mark: markUserDisabled,
        set: setUserDisabled,
        endGiven: async (deps, email) => {
          const { id: userId } = await getUser(deps, email)
          await endConsentsOfActors({ ...deps, actor: context.actor }, { userId })
        },
      }
    },
  })
  addSetPassword(user, context)
  addReset(user, context)
  addSignInCommands(user, context)
  addDelete(user, context)
}

interface CreateOptions {
  account: number
  email: string
  firstName: string
  lastName: string
  passwordStdin?: boolean
  invite?: boolean
  language: MailLanguage
}

function addCreate(group: Command, context: CommandContext): void {
  withPasswordOption(group.command('create'))
    .description(
      'make a user; without a password one is made and shown, or, with --invite, chosen by the user',
    )
    .requiredOption('--account <id>', "the account's id", integerId)
    .requiredOption('--email <address>', 'the e-mail address with which the user signs in')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .option('--invite', 'let the user choose the password: mail or show a link that works once, for 24 hours')
    .addOption(languageOption())
    .action(async ({ account: accountId, passwordStdin, invite, language, ...user }: CreateOptions) => {
      if (invite) {
        if (passwordStdin)
          throw new CommandError(
            'usage',
            'Give --invite or --password-stdin, not both: an invited user chooses the password.',
          )
        await inviteUser(context, { accountId, ...user }, language)
        return
      }
      const password = await readPassword(context, { passwordStdin })
      await perform(context, {
        action: 'user.create',
        target: userTarget(user.email),
        work: async (deps) => {
          const { createUser } = await import('@pas/accounts/create-user')
          const { id, email, generatedPassword } = await createUser(deps, { accountId, password, ...user })
          return {
            answer: { user_id: id, email, password: generatedPassword ?? undefined },
            target: `user:${id}`,
            details: { account_id: accountId },
          }
        },
      })
    })
}

interface ListOptions extends Pick<UserFilter, 'email' | 'status'> {
  account?: number
  after?: number
  limit?: number
}

function addList(user: Command, context: CommandContext): void {
  const list = user
    .command('list')
    .description('show users, oldest first')
    .option('--account <id>', 'only those of this account', integerId)
    .option('--email <text>', 'only those with this text in their e-mail address')
    .addOption(statusOption())
  withListOptions(list, '--after <id>', integerId).action(
    ({ account, email, status, after, limit }: ListOptions) =>
      printList(context, {
        action: 'user.list',
        target: 'users',
        pages: async (deps) => {
          const { listUsers } = await import('@pas/accounts/list-users')
          return listUsers(deps, { accountId: account, email, status }, { afterId: after, limit })
        },
        toAnswer: (row) => ({
          user_id: row.id,
          email: row.email,
          first_name: row.firstName,
          last_name: row.lastName,
          account_id: row.accountId,
          status: statusOf(row),
          created_at: row.createdAt.toISOString(),
        }),
        hint: afterHint(limit, ({ id }) => id),
      }),
  )
}

function addShow(user: Command, context: CommandContext): void {
  actOn(user.command('show').description('show a user, and what is kept of them'), namedUser, (email) =>
    perform(context, {
      action: 'user.show',
      target: userTarget(email),
      work: async (deps) => {
        const { describeUser } = await import('@pas/accounts/describe-user')
        const { countEmails } = await import('@pas/emails/find-emails')
        const described = await describeUser(deps, email)
        return {
          target: `user:${described.id}`,
          answer: {
            user_id: described.id,
            email: described.email,
            first_name: described.firstName,
            last_name: described.lastName,
            account_id: described.accountId,
            status: statusOf(described),
            disabled_at: described.disabledAt?.toISOString() ?? null,
            created_at: described.createdAt.toISOString(),
            sessions: described.sessions,
            consents: described.consents,
            tokens: described.tokenFamilies,
            email_clients: described.emailClients,
            emails: await countEmails(deps, { userId: described.id }),
          },
        }
      },
    }),
  )
}

function addSetPassword(user: Command, context: CommandContext): void {
  const setting = withPasswordOption(user.command('set-password')).description(
    'replace the password and sign the user out everywhere; without one, one is made and shown',
  )
  actOn(setting, namedUser, async (email, options: { passwordStdin?: boolean }) => {
    const password = await readPassword(context, options)
    await perform(context, {
      action: 'user.set_password',
      target: userTarget(email),
      work: async (deps) => {
        const { setPassword } = await import('@pas/accounts/set-password')
        const { userId, generatedPassword } = await setPassword(deps, email, password)
        return { answer: { password: generatedPassword ?? undefined }, target: `user:${userId}` }
      },
    })
  })
}

function addReset(user: Command, context: CommandContext): void {
  const resetting = user
    .command('reset')
    .description(
      'let a user who has lost the password choose a new one: mail or show a link that works once, for 24 hours; until then the old password works',
    )
    .addOption(languageOption())
  actOn(resetting, namedUser, async (email, { language }: { language: MailLanguage }) => {
    const { linkDelivery } = await import('./link-delivery')
    const delivery = await linkDelivery(context)
    await perform(context, {
      action: 'user.reset',
      target: userTarget(email),
      work: async (deps) => {
        const { getUser } = await import('@pas/accounts/get-user')
        const { id } = await getUser(deps, email)
        const link = await delivery.prepare(deps, { userId: id, purpose: 'reset', language }, email)
        return { answer: link, target: `user:${id}` }
      },
      afterwards: (deps) => delivery.send(deps),
    })
  })
}

function addDelete(user: Command, context: CommandContext): void {
  const deletion = user
    .command('delete')
    .description(
      "delete a user with sessions, tokens, consents, webhooks and settings, for good; share links that they made end; in the audit trail their number stays, and their account keeps the emails that were uploaded with the user's tokens",
    )
    .option('--keep-links', 'make share links that open now the own links of the account')
    .option('--with-emails', 'remove these emails and their pictures, too')
    .option('--yes', 'do not ask')
  actOn(
    deletion,
    namedUser,
    async (email, options: { keepLinks?: boolean; withEmails?: boolean; yes?: boolean }) => {
      const remove = (storage: Storage | null): Promise<void> =>
        deleteUserAndRecord(context, email, { ...options, storage })
      if (!options.withEmails) return remove(null)
      const { withOwnStorage } = await import('./with-own-storage')
      await withOwnStorage(context, remove)
    },
  )
}

async function deleteUserAndRecord(
  context: CommandContext,
  email: string,
  { storage, keepLinks, yes }: { storage: Storage | null; keepLinks?: boolean; yes?: boolean },
): Promise<void> {
  const { describeUser } = await import('@pas/accounts/describe-user')
  const { getUser } = await import('@pas/accounts/get-user')
  const { markUserDisabled, setUserDisabled } = await import('@pas/accounts/set-user-disabled')
  const { endConsentsOfActors } = await import('@pas/consents/end-consents-of-actors')
  const { countEmails } = await import('@pas/emails/find-emails')
  const { deleteUser } = await import('@pas/retention/delete-user')
  const { countLiveShares, keepLiveShares } = await import('@pas/shares/end-shares')
  let userId = 0
  let links = 0
  await perform(context, {
    action: 'user.delete',
    target: userTarget(email),
    before: async (deps) => {
      const user = await describeUser(deps, email)
      const uploaded = await countEmails(deps, { userId: user.id })
      const emails = storage ? ` and ${uploaded} emails with their pictures` : ''
      const live = await countLiveShares(deps, { userId: user.id })
      await confirmDeletion(context, {
        yes,
        name: user.email,
        what: `user ${user.id} (${user.firstName} ${user.lastName}) of account ${user.accountId}${emails}; ${linksEnd(live, keepLinks)}`,
      })
    },
    work: async (deps) => {
      const { id } = await getUser(deps, email)
      // Before the user is disabled, which closes the links.
      links = await (keepLinks ? keepLiveShares : countLiveShares)(deps, { userId: id })
      userId = await markUserDisabled(deps, email)
      const details = { links, keep_links: keepLinks ?? false }
      return { answer: {}, target: `user:${userId}`, details }
    },
    afterwards: async (deps) => {
      await setUserDisabled(deps, email, true)
      await endConsentsOfActors({ ...deps, actor: context.actor }, { userId })
      const { signal } = new AbortController()
      const { emails } = await deleteUser({ ...deps, storage, signal, actor: context.actor }, userId)
      return { deleted: `user:${userId}`, links, ...(storage && { emails }) }
    },
  })
}

async function inviteUser(context: CommandContext, newUser: NewUser, language: MailLanguage): Promise<void> {
  const { linkDelivery } = await import('./link-delivery')
  const { createUser } = await import('@pas/accounts/create-user')
  const delivery = await linkDelivery(context)
  await perform(context, {
    action: 'user.create',
    target: userTarget(newUser.email),
    work: async (deps) => {
      // `createUser` makes a random password, which is shown to nobody: the user cannot sign in before choosing one.
      const { id, email } = await createUser(deps, newUser)
      const link = await delivery.prepare(deps, { userId: id, purpose: 'invite', language }, email)
      return {
        answer: { user_id: id, email, ...link },
        target: `user:${id}`,
        details: { account_id: newUser.accountId, invited: true },
      }
    },
    afterwards: (deps) => delivery.send(deps),
  })
}

const languageOption = (): Option =>
  new Option('--language <language>', 'the language of the mail').choices(mailLanguages).default('en')
