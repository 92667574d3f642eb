import { createUser } from '@pas/accounts/create-user'
import { setPassword } from '@pas/accounts/set-password'
import { markUserDisabled, setUserDisabled } from '@pas/accounts/set-user-disabled'
import type { Command } from 'commander'
import { integerId } from './option-values'
import { perform, type CommandContext } from './perform'
import { readPassword, withPasswordOption } from './read-password'
import { addSignInCommands } from './sign-in-commands'

interface CreateUserOptions {
  account: number
  email: string
  firstName: string
  lastName: string
  passwordStdin?: boolean
}

/** Adds `pas user create`, `disable`, `enable`, `set-password` and the commands of `addSignInCommands`. */
export function addUserCommands(program: Command, context: CommandContext): void {
  const user = program.command('user').description('the people of an account')
  addSignInCommands(user, context)

  withPasswordOption(user.command('create'))
    .description('make a user; without a password one is made and shown')
    .requiredOption('--account <id>', "the account's id", integerId)
    .requiredOption('--email <address>', 'the e-mail address with which the user signs in')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .action(async ({ account: accountId, passwordStdin, ...user }: CreateUserOptions) => {
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
}
