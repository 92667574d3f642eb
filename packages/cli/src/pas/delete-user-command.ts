import { describeKeys, describeLinks } from './confirm'
import { countEmails, countLiveShares, getUser } from './looked-up'
import { namedUser } from './named-thing'
import type { Noun } from './noun'
import { option } from './option-values'

export function addDeleteUserCommand(user: Noun): void {
  user.deletion(namedUser, {
    about:
      "delete a user with sessions, tokens, consents, webhooks and settings, for good; share links and API keys that they made end; in the audit trail their number stays, and their account keeps the emails that were uploaded with the user's tokens",
    options: [
      option('--keep-links', 'make share links that open now the own links of the account'),
      option('--keep-keys', 'make API keys that the user made the own keys of the account'),
      option('--with-emails', 'remove these emails and their pictures, too'),
    ],
    act: async (email, options: { keepLinks?: boolean; keepKeys?: boolean; withEmails?: boolean }) => {
      const { keepLinks = false, keepKeys = false, withEmails = false } = options
      const { describeUser } = await import('@pas/accounts/describe-user')
      const { countApiKeysOf } = await import('@pas/accounts/revoke-api-key')
      const { beginUserRemoval, finishUserRemoval } = await import('@pas/retention/remove-user')
      let userId = 0
      let ended = { links: 0, keys: 0 }
      return {
        confirm: async (deps) => {
          if (withEmails) await deps.stores.ownStorage(deps)
          const { id, ...user } = await describeUser(deps, email)
          const uploaded = await countEmails(deps, { userId: id })
          const emails = withEmails ? ` and ${uploaded} emails with their pictures` : ''
          const live = describeLinks(await countLiveShares(deps, { userId: id }), keepLinks)
          const made = await countApiKeysOf(deps, id)
          const keys = made > 0 ? `; ${describeKeys(made, keepKeys)}` : ''
          const what = `user ${id} (${user.firstName} ${user.lastName}) of account ${user.accountId}${emails}; ${live}${keys}`
          return { name: user.email, what }
        },
        work: async (deps) => {
          userId = (await getUser(deps, email)).id
          ended = await beginUserRemoval(deps, userId, { links: keepLinks, keys: keepKeys })
          const details = { ...ended, keep_links: keepLinks, keep_keys: keepKeys }
          return { answer: {}, target: `user:${userId}`, details }
        },
        afterwards: async (deps) => {
          const storage = withEmails ? await deps.stores.storage() : null
          const { emails } = await finishUserRemoval({ ...deps, storage }, userId)
          return { deleted: `user:${userId}`, ...ended, ...(withEmails && { emails }) }
        },
      }
    },
  })
}
