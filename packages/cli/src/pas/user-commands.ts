import { statusOf } from '@pas/accounts/listed-status'
import type { UserFilter } from '@pas/accounts/list-users'
import type { NewUser } from '@pas/accounts/create-user'
import { mailLanguages, type MailLanguage } from '@pas/mail/write-mail'
import { Option, type Command } from 'commander'
import { CommandError } from './command-error'
import { addDeleteUserCommand } from './delete-user-command'
import { actOn, namedUser } from './named-thing'
import { integerId, statusOption, withListOptions } from './option-values'
import { perform, type CommandContext } from './perform'
import { afterHint, printList } from './print-list'
import { readPassword, withPasswordOption } from './read-password'
import { addRoleCommand } from './role-command'
import { addSignInCommands } from './sign-in-commands'
import { addSwitchCommands } from './switch-commands'
import { userTarget } from './user-target'

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
      const { endConsentsOfActors } = await import('@pas/consents/end-consent')
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
  addRoleCommand(user, context)
  addSignInCommands(user, context)
  addDeleteUserCommand(user, context)
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
          const { id, email, role, generatedPassword } = await createUser(deps, {
            accountId,
            password,
            ...user,
          })
          return {
            answer: { user_id: id, email, role, password: generatedPassword ?? undefined },
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
          role: row.role,
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
            role: described.role,
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
    const { createLinkDelivery } = await import('./link-delivery')
    const delivery = await createLinkDelivery(context)
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

async function inviteUser(context: CommandContext, newUser: NewUser, language: MailLanguage): Promise<void> {
  const { createLinkDelivery } = await import('./link-delivery')
  const { createUser } = await import('@pas/accounts/create-user')
  const delivery = await createLinkDelivery(context)
  await perform(context, {
    action: 'user.create',
    target: userTarget(newUser.email),
    work: async (deps) => {
      // `createUser` makes a random password, which is shown to nobody: the user cannot sign in before choosing one.
      const { id, email, role } = await createUser(deps, newUser)
      const link = await delivery.prepare(deps, { userId: id, purpose: 'invite', language }, email)
      return {
        answer: { user_id: id, email, role, ...link },
        target: `user:${id}`,
        details: { account_id: newUser.accountId, invited: true },
      }
    },
    afterwards: (deps) => delivery.send(deps),
  })
}

const languageOption = (): Option =>
  new Option('--language <language>', 'the language of the mail').choices(mailLanguages).default('en')
