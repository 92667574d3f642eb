import type { ApiKeyFilter } from '@pas/accounts/list-api-keys'
import { apiKeyStatuses } from '@pas/accounts/listed-status'
import { apiKeyPrefix } from '@pas/accounts/secrets'
import type { Command } from 'commander'
import { confirmDeletion } from './confirm'
import { actOn, namedApiKey } from './named-thing'
import { integerId, statusOption, withListOptions } from './option-values'
import { perform, type CommandContext } from './perform'
import { afterHint, printList } from './print-list'

export function addKeyCommands(program: Command, context: CommandContext): void {
  const key = program.command('key').description('API keys')
  addCreate(key, context)
  addList(key, context)
  addRevoke(key, context)
  addDelete(key, context)
}

function addCreate(key: Command, context: CommandContext): void {
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
}

interface ListOptions extends Pick<ApiKeyFilter, 'clientId' | 'status'> {
  account?: number
  after?: string
  limit?: number
}

function addList(key: Command, context: CommandContext): void {
  const list = key
    .command('list')
    .description('show API keys by their first characters, oldest first')
    .option('--account <id>', 'only those of this account', integerId)
    .option('--client-id <client-id>', 'only those of this application')
    .addOption(statusOption(apiKeyStatuses))
  withListOptions(list, '--after <key-prefix>', (text) => text).action(
    ({ account, clientId, status, after, limit }: ListOptions) =>
      printList(context, {
        action: 'api_key.list',
        target: 'api_keys',
        pages: async (deps) => {
          const { getApiKey } = await import('@pas/accounts/revoke-api-key')
          const { listApiKeys } = await import('@pas/accounts/list-api-keys')
          const afterId = after === undefined ? undefined : (await getApiKey(deps, after)).id
          return listApiKeys(deps, { accountId: account, clientId, status }, { afterId, limit })
        },
        toAnswer: (row) => ({
          key_prefix: row.prefix,
          account_id: row.accountId,
          client_id: row.clientId,
          status: row.revokedAt ? 'revoked' : 'active',
          created_at: row.createdAt.toISOString(),
        }),
        hint: afterHint(limit, ({ prefix }) => prefix),
      }),
  )
}

function addRevoke(key: Command, context: CommandContext): void {
  actOn(
    key.command('revoke').description('end an API key, at once and for good; lists still show it'),
    namedApiKey,
    (keyPrefix) =>
      perform(context, {
        action: 'api_key.revoke',
        target: refusedTarget(keyPrefix),
        work: async (deps) => {
          const { getApiKey, revokeApiKey } = await import('@pas/accounts/revoke-api-key')
          const { prefix, revokedAt } = await getApiKey(deps, keyPrefix)
          const target = `api_key:${prefix}`
          if (revokedAt) {
            const already = { already: 'revoked' }
            const text = `${target} was revoked already, at ${revokedAt.toISOString()}\n`
            return { answer: already, text, target, details: already }
          }
          await revokeApiKey(deps, keyPrefix)
          return { answer: {}, target }
        },
      }),
  )
}

function addDelete(key: Command, context: CommandContext): void {
  const deletion = key
    .command('delete')
    .description('delete an API key: it ends, and lists no longer show it')
    .option('--yes', 'do not ask')
  actOn(deletion, namedApiKey, (keyPrefix, { yes }: { yes?: boolean }) =>
    perform(context, {
      action: 'api_key.delete',
      target: refusedTarget(keyPrefix),
      before: async (deps) => {
        const { getApiKey } = await import('@pas/accounts/revoke-api-key')
        const { prefix, accountId, revokedAt } = await getApiKey(deps, keyPrefix)
        const what = `the API key ${prefix} of account ${accountId}${revokedAt ? '' : ', which is in force'}`
        await confirmDeletion(context, { yes, name: prefix, what })
      },
      work: async (deps) => {
        const { deleteApiKey } = await import('@pas/accounts/revoke-api-key')
        const { prefix, accountId } = await deleteApiKey(deps, keyPrefix)
        const target = `api_key:${prefix}`
        return { answer: { deleted: target }, target, details: { account_id: accountId } }
      },
    }),
  )
}

/** The operator may give the whole key, and the audit trail must not keep it. */
const refusedTarget = (keyPrefix: string): string => `api_key:${apiKeyPrefix(keyPrefix)}`

export function addLinkKeyCommands(program: Command, context: CommandContext): void {
  program
    .command('link-key')
    .description('the key that signs client settings links')
    .command('rotate')
    .description('sign with a new key; links signed with the one before it stay good, older ones end')
    .option('--force', 'also within 7 days of the last rotation, when links that are still valid would end')
    .action(({ force = false }: { force?: boolean }) =>
      perform(context, {
        action: 'link_key.rotate',
        target: 'link_key',
        work: async (deps) => {
          const { rotateLinkKey } = await import('@pas/accounts/link-keys')
          const kid = await rotateLinkKey(deps, { force })
          return { answer: { kid }, target: `link_key:${kid}`, details: { force } }
        },
      }),
    )
}
