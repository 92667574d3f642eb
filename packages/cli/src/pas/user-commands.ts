import { createUser, type NewUser } from '@pas/accounts/create-user'
import { setPassword } from '@pas/accounts/set-password'
import { markUserDisabled, setUserDisabled } from '@pas/accounts/set-user-disabled'
import { getUser } from '@pas/accounts/get-user'
import { mailLanguages, type MailLanguage } from '@pas/mail/link-mail-texts'
import { Option, type Command } from 'commander'
import { CommandError } from './command-error'
import { linkDelivery } from './link-delivery'
import { integerId } from './option-values'
import { perform, type CommandContext } from './perform'
import { readPassword, withPasswordOption } from './read-password'

interface CreateUserOptions {
  account: number
  email: string
  firstName: string
  lastName: string
  passwordStdin?: boolean
  invite?: boolean
  language: MailLanguage
}

/** Adds `pas user create`, `disable`, `enable`, `set-password` and `reset`. */
export function addUserCommands(program: Command, context: CommandContext): void {
  const user = program.command('user').description('the people of an account')

  withPasswordOption(user.command('create'))
    .description(
      'make a user; without a password one is made and shown, or, with --invite, chosen by the user',
    )
    .requiredOption('--account <id>', "the account's id", integerId)
    .requiredOption('--email <address>', 'the e-mail address with which the user signs in')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .option('--invite', 'let the user choose the password: mail or show a link that works once, for 24 hours')
    .addOption(languageOption())
    .action(async ({ account: accountId, passwordStdin, invite, language, ...user }: CreateUserOptions) => {
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
        target: `user:${user.email}`,
        work: async (deps) => {
          const { id, email, generatedPassword } = await createUser(deps, { accountId, password, ...user })
          return {
            answer: { user_id: id, email, password: generatedPassword ?? undefined },
            target: `user:${id}`,
            details: { account_id: accountId },
          }
        },
      })
    })

  for (const [verb, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    user
      .command(verb)
      .description(
        disabled
          ? 'shut a user out, and end their sessions and tokens for good'
          : 'let a user in again, who signs in anew',
      )
      .requiredOption('--email <address>', "the user's e-mail address")
      .action(({ email }: { email: string }) =>
        perform(context, {
          action: `user.${verb}`,
          target: `user:${email}`,
          work: async (deps) => {
            const id = disabled
              ? await markUserDisabled(deps, email)
              : await setUserDisabled(deps, email, false)
            return { answer: {}, target: `user:${id}` }
          },
          afterwards: disabled ? (deps) => setUserDisabled(deps, email, true) : undefined,
        }),
      )
  }

  withPasswordOption(user.command('set-password'))
    .description('replace the password and sign the user out everywhere; without one, one is made and shown')
    .requiredOption('--email <address>', "the user's e-mail address")
    .action(async ({ email, ...options }: { email: string; passwordStdin?: boolean }) => {
      const password = await readPassword(context, options)
      await perform(context, {
        action: 'user.set_password',
        target: `user:${email}`,
        work: async (deps) => {
          const { userId, generatedPassword } = await setPassword(deps, email, password)
          return { answer: { password: generatedPassword ?? undefined }, target: `user:${userId}` }
        },
      })
    })

  user
    .command('reset')
    .description(
      'let a user who has lost the password choose a new one: mail or show a link that works once, for 24 hours; until then the old password works',
    )
    .argument('<email>', "the user's e-mail address")
    .addOption(languageOption())
    .action((email: string, { language }: { language: MailLanguage }) => {
      const delivery = linkDelivery(context)
      return perform(context, {
        action: 'user.reset',
        target: `user:${email}`,
        work: async (deps) => {
          const { id } = await getUser(deps, email)
          const link = await delivery.prepare(deps, { userId: id, purpose: 'reset', language }, email)
          return { answer: link, target: `user:${id}` }
        },
        afterwards: (deps) => delivery.send(deps),
      })
    })
}

async function inviteUser(context: CommandContext, newUser: NewUser, language: MailLanguage): Promise<void> {
  const delivery = linkDelivery(context)
  await perform(context, {
    action: 'user.create',
    target: `user:${newUser.email}`,
    work: async (deps) => {
      // The password that is made is not shown: nobody knows it, until the user chooses one.
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
