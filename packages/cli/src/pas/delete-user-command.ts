import type { Storage } from '@pas/storage/storage'
import type { Command } from 'commander'
import { confirmDeletion, describeKeys, describeLinks } from './confirm'
import { actOn, namedUser } from './named-thing'
import { perform, type CommandContext } from './perform'
import { userTarget } from './user-target'

export function addDeleteUserCommand(user: Command, context: CommandContext): void {
  const deletion = user
    .command('delete')
    .description(
      "delete a user with sessions, tokens, consents, webhooks and settings, for good; share links and API keys that they made end; in the audit trail their number stays, and their account keeps the emails that were uploaded with the user's tokens",
    )
    .option('--keep-links', 'make share links that open now the own links of the account')
    .option('--keep-keys', 'make API keys that the user made the own keys of the account')
    .option('--with-emails', 'remove these emails and their pictures, too')
    .option('--yes', 'do not ask')
  actOn(deletion, namedUser, async (email, options: DeleteOptions & { withEmails?: boolean }) => {
    const remove = (storage: Storage | null): Promise<void> =>
      deleteUserAndRecord(context, email, { ...options, storage })
    if (!options.withEmails) return remove(null)
    const { withOwnStorage } = await import('./with-storage')
    await withOwnStorage(context, remove)
  })
}

interface DeleteOptions {
  keepLinks?: boolean
  keepKeys?: boolean
  yes?: boolean
}

async function deleteUserAndRecord(
  context: CommandContext,
  email: string,
  { storage, keepLinks = false, keepKeys = false, yes }: DeleteOptions & { storage: Storage | null },
): Promise<void> {
  const { describeUser } = await import('@pas/accounts/describe-user')
  const { getUser } = await import('@pas/accounts/get-user')
  const { countApiKeysOf } = await import('@pas/accounts/revoke-api-key')
  const { countEmails } = await import('@pas/emails/find-emails')
  const { beginUserRemoval, finishUserRemoval } = await import('@pas/retention/remove-user')
  const { countLiveShares } = await import('@pas/shares/end-shares')
  let userId = 0
  let ended = { links: 0, keys: 0 }
  await perform(context, {
    action: 'user.delete',
    target: userTarget(email),
    before: async (deps) => {
      const user = await describeUser(deps, email)
      const uploaded = await countEmails(deps, { userId: user.id })
      const emails = storage ? ` and ${uploaded} emails with their pictures` : ''
      const live = await countLiveShares(deps, { userId: user.id })
      const keys = await countApiKeysOf(deps, user.id)
      await confirmDeletion(context, {
        yes,
        name: user.email,
        what: `user ${user.id} (${user.firstName} ${user.lastName}) of account ${user.accountId}${emails}; ${describeLinks(live, keepLinks)}${keys > 0 ? `; ${describeKeys(keys, keepKeys)}` : ''}`,
      })
    },
    work: async (deps) => {
      userId = (await getUser(deps, email)).id
      ended = await beginUserRemoval(deps, userId, { links: keepLinks, keys: keepKeys })
      const details = { ...ended, keep_links: keepLinks, keep_keys: keepKeys }
      return { answer: {}, target: `user:${userId}`, details }
    },
    afterwards: async (deps) => {
      const { signal } = new AbortController()
      const { emails } = await finishUserRemoval({ ...deps, storage, signal, actor: context.actor }, userId)
      return { deleted: `user:${userId}`, ...ended, ...(storage && { emails }) }
    },
  })
}
