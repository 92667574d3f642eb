import type { Command } from 'commander'
import { perform, type CommandContext } from './perform'
import { userTarget } from './user-target'

export function addTokenCommands(program: Command, context: CommandContext): void {
  program
    .command('token')
    .description('access and refresh tokens')
    .command('revoke')
    .description("end a user's tokens, at once; consents stay")
    .requiredOption('--user-email <address>', "the user's e-mail address")
    .option('--client-id <client-id>', 'only those of this application')
    .action(({ userEmail, clientId }: { userEmail: string; clientId?: string }) =>
      perform(context, {
        action: 'token.revoke',
        target: userTarget(userEmail),
        work: async (deps) => {
          const { getOauthApplication } = await import('@pas/accounts/get-oauth-application')
          const { getUser } = await import('@pas/accounts/get-user')
          const { revokeTokenFamilies } = await import('@pas/accounts/revoke-token-families')
          const { id: userId } = await getUser(deps, userEmail)
          const application = clientId === undefined ? null : await getOauthApplication(deps, clientId)
          const revoked = await revokeTokenFamilies(deps, { userId, oauthApplicationId: application?.id })
          return {
            answer: { revoked },
            target: `user:${userId}`,
            details: { client_id: clientId ?? null, revoked },
          }
        },
      }),
    )
}
