import type { ApiKeyFilter } from '@pas/accounts/list-api-keys'
import { apiKeyStatuses } from '@pas/accounts/listed-status'
import { apiKeyPrefix } from '@pas/accounts/secrets'
import type { Command } from 'commander'
import type { Naming } from './named-thing'
import { addNoun } from './noun'
import { accountOption, option, statusOption } from './option-values'
import type { CommandContext } from './perform'
import { answerRow } from './render-answer'

const namedApiKey: Naming<string> = {
  argument: 'key-prefix',
  flags: '--key-prefix <prefix>',
  description: 'the first characters of the key, enough to name no other key',
  parse: (text) => text,
  // The operator may give the whole key, and the audit trail must not keep it.
  target: (keyPrefix) => `api_key:${apiKeyPrefix(keyPrefix)}`,
}

interface CreateOptions {
  account: number
  clientId?: string
  for?: 'mail'
}

export function addKeyCommands(program: Command, context: CommandContext): void {
  const key = addNoun(program, context, { name: 'key', about: 'API keys', audited: 'api_key' })
  key.verb({
    verb: 'create',
    about: 'make an API key; it is shown this once',
    options: [
      accountOption("the account's id").makeOptionMandatory(),
      option('--client-id <client-id>', 'the application of that account that will use it'),
      option('--for <what>', 'it sends mail in by SMTP and does nothing else').choices(['mail']),
    ],
    act: ({ account: accountId, clientId, for: use }: CreateOptions) => ({
      work: async (deps) => {
        const { createApiKey } = await import('@pas/accounts/create-api-key')
        const apiKey = await createApiKey(deps, { accountId, clientId, onlyMail: use === 'mail' })
        return {
          answer: { api_key: apiKey },
          target: `api_key:${apiKeyPrefix(apiKey)}`,
          details: { account_id: accountId, client_id: clientId ?? null, ...(use && { for: use }) },
        }
      },
    }),
  })
  key.list({
    about: 'show API keys by their first characters, oldest first; their last use to the hour',
    options: [
      accountOption(),
      option('--client-id <client-id>', 'only those of this application'),
      statusOption(apiKeyStatuses),
    ],
    after: namedApiKey,
    find: async (deps, prefix) => (await import('@pas/accounts/revoke-api-key')).getApiKey(deps, prefix),
    read: async (deps, filter: ApiKeyFilter, part) =>
      (await import('@pas/accounts/list-api-keys')).listApiKeys(deps, filter, part),
    row: ({ prefix: keyPrefix, accountId, clientId, revokedAt, ...key }) => {
      const { name, onlyMail, lastUsedAt, createdAt } = key
      const use = { name, for: onlyMail ? 'mail' : 'all' }
      const status = revokedAt ? 'revoked' : 'active'
      return answerRow({ keyPrefix, accountId, clientId, ...use, status, lastUsedAt, createdAt })
    },
  })
  key.on(namedApiKey, {
    verb: 'revoke',
    about: 'end an API key, at once and for good; lists still show it',
    act: (keyPrefix) => ({
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
  })
  key.deletion(namedApiKey, {
    about: 'delete an API key: it ends, and lists no longer show it',
    act: (keyPrefix) => ({
      confirm: async (deps) => {
        const { getApiKey } = await import('@pas/accounts/revoke-api-key')
        const { prefix, accountId, revokedAt } = await getApiKey(deps, keyPrefix)
        const inForce = revokedAt ? '' : ', which is in force'
        return { name: prefix, what: `the API key ${prefix} of account ${accountId}${inForce}` }
      },
      work: async (deps) => {
        const { deleteApiKey } = await import('@pas/accounts/revoke-api-key')
        const { prefix, accountId } = await deleteApiKey(deps, keyPrefix)
        const target = `api_key:${prefix}`
        return { answer: { deleted: target }, target, details: { account_id: accountId } }
      },
    }),
  })
}

export function addLinkKeyCommands(program: Command, context: CommandContext): void {
  const about = 'the key that signs client settings links'
  addNoun(program, context, { name: 'link-key', about, audited: 'link_key' }).verb({
    verb: 'rotate',
    about: 'sign with a new key; links signed with the one before it stay good, older ones end',
    options: [
      option('--force', 'also within 7 days of the last rotation, when links that are still valid would end'),
    ],
    act: ({ force = false }: { force?: boolean }) => ({
      work: async (deps) => {
        const kid = await (await import('@pas/accounts/link-keys')).rotateLinkKey(deps, { force })
        return { answer: { kid }, target: `link_key:${kid}`, details: { force } }
      },
    }),
  })
}
