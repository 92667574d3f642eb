import { statusOf } from '@pas/accounts/listed-status'
import type { UserFilter } from '@pas/accounts/list-users'
import type { NewUser } from '@pas/accounts/create-user'
import { mailLanguages, type MailLanguage } from '@pas/mail/write-mail'
import type { Command, Option } from 'commander'
import { CommandError } from './command-error'
import { addDeleteUserCommand } from './delete-user-command'
import { countEmails, getUser } from './looked-up'
import { namedUser, userTarget } from './named-thing'
import { addNoun, type Noun } from './noun'
import { accountOption, integerId, option, required, statusOption } from './option-values'
import type { CommandContext, OperatorCommand } from './perform'
import { passwordOptions, readPassword } from './read-password'
import { answerRow } from './render-answer'
import { addRoleCommand } from './role-command'
import { addSignInCommands } from './sign-in-commands'
import { addSwitchCommands } from './switch-commands'

export function addUserCommands(program: Command, context: CommandContext): void {
  const user = addNoun(program, context, { name: 'user', about: 'the people of an account' })
  addCreate(user, context)
  addList(user)
  addShow(user)
  addSwitchCommands(user, namedUser, {
    about: {
      disable: 'shut a user out, and end their sessions and tokens for good',
      enable: 'let a user sign in again',
    },
    load: async () => {
      const { markUserDisabled, setUserDisabled } = await import('@pas/accounts/set-user-disabled')
      const { endConsentsOfActors } = await import('@pas/consents/end-consent')
      return {
        get: getUser,
        mark: markUserDisabled,
        set: setUserDisabled,
        endGiven: async (deps, email) => {
          const { id: userId } = await getUser(deps, email)
          await endConsentsOfActors(deps, { userId })
        },
      }
    },
  })
  addSetPassword(user, context)
  addReset(user, context)
  addRoleCommand(user)
  addSignInCommands(user)
  addDeleteUserCommand(user)
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

function addCreate(user: Noun, context: CommandContext): void {
  user.verb({
    verb: 'create',
    about: 'make a user; without a password one is made and shown, or, with --invite, chosen by the user',
    options: [
      accountOption("the account's id").makeOptionMandatory(),
      required('--email <address>', 'the e-mail address with which the user signs in'),
      required('--first-name <name>', 'first name'),
      required('--last-name <name>', 'last name'),
      option(
        '--invite',
        'let the user choose the password: mail or show a link that works once, for 24 hours',
      ),
      languageOption(),
      ...passwordOptions(),
    ],
    act: async ({ account: accountId, passwordStdin, invite, language, ...user }: CreateOptions) => {
      if (invite && passwordStdin)
        throw new CommandError(
          'usage',
          'Give --invite or --password-stdin, not both: an invited user chooses the password.',
        )
      if (invite) return inviteUser(context, { accountId, ...user }, language)
      const password = await readPassword(context, { passwordStdin })
      return {
        target: userTarget(user.email),
        work: async (deps) => {
          const { createUser } = await import('@pas/accounts/create-user')
          const created = await createUser(deps, { accountId, password, ...user })
          const { id, email, role, generatedPassword } = created
          return {
            answer: { user_id: id, email, role, password: generatedPassword ?? undefined },
            target: `user:${id}`,
            details: { account_id: accountId },
          }
        },
      }
    },
  })
}

async function inviteUser(
  context: CommandContext,
  newUser: NewUser,
  language: MailLanguage,
): Promise<Omit<OperatorCommand, 'action'>> {
  const { readLinkDelivery } = await import('./link-delivery')
  const { createUser } = await import('@pas/accounts/create-user')
  const delivery = await readLinkDelivery(context)
  return {
    target: userTarget(newUser.email),
    work: async (deps) => {
      // `createUser` makes a random password, which is shown to nobody: the user cannot sign in before choosing one.
      const { id, email, role } = await createUser(deps, newUser)
      const link = await delivery.prepare(deps, { userId: id, purpose: 'invite', language }, email)
      const details = { account_id: newUser.accountId, invited: true }
      return { answer: answerRow({ userId: id, email, role, ...link }), target: `user:${id}`, details }
    },
    afterwards: delivery.send,
  }
}

function addList(user: Noun): void {
  user.list({
    about: 'show users, oldest first',
    options: [
      accountOption(),
      option('--email <text>', 'only those with this text in their e-mail address'),
      statusOption(),
    ],
    after: { argument: 'id', parse: integerId },
    find: (_deps, id) => ({ id }),
    read: async (deps, filter: UserFilter, part) =>
      (await import('@pas/accounts/list-users')).listUsers(deps, filter, part),
    row: ({ id: userId, email, firstName, lastName, accountId, role, createdAt, ...row }) =>
      answerRow({ userId, email, firstName, lastName, accountId, role, status: statusOf(row), createdAt }),
  })
}

function addShow(user: Noun): void {
  user.on(namedUser, {
    verb: 'show',
    about: 'show a user, and what is kept of them',
    act: (email) => ({
      work: async (deps) => {
        const { describeUser } = await import('@pas/accounts/describe-user')
        const { id: userId, tokenFamilies: tokens, ...described } = await describeUser(deps, email)
        const emails = await countEmails(deps, { userId })
        const about = { userId, status: statusOf(described), ...described }
        return { target: `user:${userId}`, answer: answerRow({ ...about, tokens, emails }) }
      },
    }),
  })
}

function addSetPassword(user: Noun, context: CommandContext): void {
  user.on(namedUser, {
    verb: 'set-password',
    about: 'replace the password and sign the user out everywhere; without one, one is made and shown',
    options: passwordOptions(),
    act: async (email, options: { passwordStdin?: boolean }) => {
      const password = await readPassword(context, options)
      return {
        work: async (deps) => {
          const { setPassword } = await import('@pas/accounts/set-password')
          const { userId, generatedPassword } = await setPassword(deps, email, password)
          return { answer: { password: generatedPassword ?? undefined }, target: `user:${userId}` }
        },
      }
    },
  })
}

function addReset(user: Noun, context: CommandContext): void {
  user.on(namedUser, {
    verb: 'reset',
    about:
      'let a user who has lost the password choose a new one: mail or show a link that works once, for 24 hours; until then the old password works',
    options: [languageOption()],
    act: async (email, { language }: { language: MailLanguage }) => {
      const { readLinkDelivery } = await import('./link-delivery')
      const delivery = await readLinkDelivery(context)
      return {
        work: async (deps) => {
          const { id } = await getUser(deps, email)
          const link = await delivery.prepare(deps, { userId: id, purpose: 'reset', language }, email)
          return { answer: answerRow({ ...link }), target: `user:${id}` }
        },
        afterwards: delivery.send,
      }
    },
  })
}

const languageOption = (): Option =>
  option('--language <language>', 'the language of the mail').choices(mailLanguages).default('en')
