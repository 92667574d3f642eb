import type { Command } from 'commander'
import { actOn, namedUser } from './named-thing'
import { perform, type CommandContext } from './perform'
import { userTarget } from './user-target'

export function addSignInCommands(user: Command, context: CommandContext): void {
  user
    .command('second-factors')
    .description('show the users who sign in with a second factor')
    .action(() =>
      perform(context, {
        action: 'second_factor.list',
        target: 'users',
        work: async (deps) => {
          const { listSecondFactors } = await import('@pas/accounts/second-factors')
          return {
            answer: (await listSecondFactors(deps)).map((row) => ({
              user_id: row.userId,
              email: row.email,
              enabled_at: row.enabledAt.toISOString(),
              recovery_codes_left: row.recoveryCodesLeft,
            })),
          }
        },
      }),
    )

  const resetting = user
    .command('reset-second-factor')
    .description("turn a user's second factor off: their password alone signs them in")
  actOn(resetting, namedUser, (email) =>
    perform(context, {
      action: 'second_factor.reset',
      target: userTarget(email),
      work: async (deps) => {
        const { resetSecondFactor } = await import('@pas/accounts/second-factors')
        const userId = await resetSecondFactor(deps, email)
        return { answer: { user_id: userId, second_factor: 'off' }, target: `user:${userId}` }
      },
    }),
  )

  const linking = user
    .command('link-identity')
    .description('let a person of the OpenID provider sign in as a user')
    .requiredOption('--issuer <url>', "the provider's issuer, as in OIDC_ISSUER")
    .requiredOption(
      '--subject <sub>',
      "the person's `sub` there, as `pas audit list --details` shows it for a refused sign-in",
    )
  actOn(linking, namedUser, (email, { issuer, subject }: { issuer: string; subject: string }) =>
    perform(context, {
      action: 'external_identity.link',
      target: userTarget(email),
      work: async (deps) => {
        const { linkExternalIdentity } = await import('@pas/accounts/external-identities')
        const userId = await linkExternalIdentity(deps, email, { issuer, subject })
        const answer = { user_id: userId, issuer, subject }
        return { answer, target: `user:${userId}`, details: { issuer, subject } }
      },
    }),
  )

  const unlinking = user
    .command('unlink-identity')
    .description("forget who a user is at OpenID providers, and end the user's sessions")
  actOn(unlinking, namedUser, (email) =>
    perform(context, {
      action: 'external_identity.unlink',
      target: userTarget(email),
      work: async (deps) => {
        const { unlinkExternalIdentities } = await import('@pas/accounts/external-identities')
        const { userId, unlinked } = await unlinkExternalIdentities(deps, email)
        return { answer: { user_id: userId, unlinked }, target: `user:${userId}`, details: { unlinked } }
      },
    }),
  )
}
