import type { Command } from 'commander'
import { getApplication, getUser } from './looked-up'
import { userTarget } from './named-thing'
import { addNoun } from './noun'
import { option, required } from './option-values'
import type { CommandContext } from './perform'

export function addTokenCommands(program: Command, context: CommandContext): void {
  addNoun(program, context, { name: 'token', about: 'access and refresh tokens' }).verb({
    verb: 'revoke',
    about: "end a user's tokens, at once; consents stay",
    options: [
      required('--user-email <address>', "the user's e-mail address"),
      option('--client-id <client-id>', 'only those of this application'),
    ],
    act: ({ userEmail, clientId }: { userEmail: string; clientId?: string }) => ({
      target: userTarget(userEmail),
      work: async (deps) => {
        const { revokeTokenFamilies } = await import('@pas/accounts/revoke-token-families')
        const { id: userId } = await getUser(deps, userEmail)
        const application = clientId === undefined ? null : await getApplication(deps, clientId)
        const revoked = await revokeTokenFamilies(deps, { userId, oauthApplicationId: application?.id })
        const details = { client_id: clientId ?? null, revoked }
        return { answer: { revoked }, target: `user:${userId}`, details }
      },
    }),
  })
}
