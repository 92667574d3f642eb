import { linkExternalIdentity } from '@pas/accounts/link-external-identity'
import { listSecondFactors } from '@pas/accounts/list-second-factors'
import { resetSecondFactor } from '@pas/accounts/reset-second-factor'
import { unlinkExternalIdentities } from '@pas/accounts/unlink-external-identities'
import type { Command } from 'commander'
import { perform, type CommandContext } from './perform'

/**
 * Adds `pas user second-factors`, `reset-second-factor`, `link-identity` and `unlink-identity`: how people sign in
 * besides their password.
 */
export function addSignInCommands(user: Command, context: CommandContext): void {
  user
    .command('second-factors')
    .description('show the users who sign in with a second factor')
    .action(() =>
      perform(context, {
        action: 'second_factor.list',
        target: 'users',
        work: async (deps) => ({
          answer: (await listSecondFactors(deps)).map((row) => ({
            user_id: row.userId,
            email: row.email,
            enabled_at: row.enabledAt.toISOString(),
            recovery_codes_left: row.recoveryCodesLeft,
          })),
        }),
      }),
    )

  user
    .command('reset-second-factor')
    .description("turn a user's second factor off: their password alone signs them in")
    .argument('<email>', "the user's e-mail address")
    .action((email: string) =>
      perform(context, {
        action: 'second_factor.reset',
        target: `user:${email}`,
        work: async (deps) => {
          const userId = await resetSecondFactor(deps, email)
          return { answer: { user_id: userId, second_factor: 'off' }, target: `user:${userId}` }
        },
      }),
    )

  user
    .command('link-identity')
    .description('let a person of the OpenID provider sign in as a user')
    .argument('<email>', "the user's e-mail address")
    .requiredOption('--issuer <url>', "the provider's issuer, as in OIDC_ISSUER")
    .requiredOption(
      '--subject <sub>',
      "the person's `sub` there, as a refused sign-in has it in the audit trail",
    )
    .action((email: string, { issuer, subject }: { issuer: string; subject: string }) =>
      perform(context, {
        action: 'external_identity.link',
        target: `user:${email}`,
        work: async (deps) => {
          const userId = await linkExternalIdentity(deps, email, { issuer, subject })
          const answer = { user_id: userId, issuer, subject }
          return { answer, target: `user:${userId}`, details: { issuer, subject } }
        },
      }),
    )

  user
    .command('unlink-identity')
    .description("forget who a user is at OpenID providers, and end the user's sessions")
    .argument('<email>', "the user's e-mail address")
    .action((email: string) =>
      perform(context, {
        action: 'external_identity.unlink',
        target: `user:${email}`,
        work: async (deps) => {
          const { userId, unlinked } = await unlinkExternalIdentities(deps, email)
          return { answer: { user_id: userId, unlinked }, target: `user:${userId}`, details: { unlinked } }
        },
      }),
    )
}
