import { apiKeyPrefix } from '@pas/accounts/secrets'
import type { Command } from 'commander'
import { integerId } from './option-values'
import { perform, type CommandContext } from './perform'

/** Adds `pas key create` and `revoke`. */
export function addKeyCommands(program: Command, context: CommandContext): void {
  const key = program.command('key').description('API keys')

  key
    .command('create')
    .description('make an API key; it is shown this once')
    .requiredOption('--account <id>', "the account's id", integerId)
    .option('--client-id <client-id>', 'the application of that account that will use it')
    .action(({ account: accountId, clientId }: { account: number; clientId?: string }) =>
      perform(context, {
        action: 'api_key.create',
        target: 'api_key',
        work: async (deps) => {
          const { createApiKey } = await import('@pas/accounts/create-api-key')
          const apiKey = await createApiKey(deps, { accountId, clientId })
          return {
            answer: { api_key: apiKey },
            target: `api_key:${apiKeyPrefix(apiKey)}`,
            details: { account_id: accountId, client_id: clientId ?? null },
          }
        },
      }),
    )

  key
    .command('revoke')
    .description('end an API key, at once and for good')
    .requiredOption('--key-prefix <prefix>', 'the first characters of the key, enough to name no other key')
    .action(({ keyPrefix }: { keyPrefix: string }) =>
      perform(context, {
        action: 'api_key.revoke',
        // The operator may give the whole key, and the audit trail must not keep it.
        target: `api_key:${apiKeyPrefix(keyPrefix)}`,
        work: async (deps) => {
          const { revokeApiKey } = await import('@pas/accounts/revoke-api-key')
          return { answer: {}, target: `api_key:${await revokeApiKey(deps, keyPrefix)}` }
        },
      }),
    )
}
