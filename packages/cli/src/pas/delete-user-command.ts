import type { Storage } from '@pas/storage/storage'
import type { Command } from 'commander'
import { confirmDeletion, describeLinks } from './confirm'
import { actOn, namedUser } from './named-thing'
import { perform, type CommandContext } from './perform'
import { userTarget } from './user-target'

export function addDeleteUserCommand(user: Command, context: CommandContext): void {
  const deletion = user
    .command('delete')
    .description(
      "delete a user with sessions, tokens, consents, webhooks and settings, for good; share links that they made end; in the audit trail their number stays, and their account keeps the emails that were uploaded with the user's tokens",
    )
    .option('--keep-links', 'make share links that open now the own links of the account')
    .option('--with-emails', 'remove these emails and their pictures, too')
    .option('--yes', 'do not ask')
  actOn(
    deletion,
    namedUser,
    async (email, options: { keepLinks?: boolean; withEmails?: boolean; yes?: boolean }) => {
      const remove = (storage: Storage | null): Promise<void> =>
        deleteUserAndRecord(context, email, { ...options, storage })
      if (!options.withEmails) return remove(null)
      const { withOwnStorage } = await import('./with-storage')
      await withOwnStorage(context, remove)
    },
  )
}

async function deleteUserAndRecord(
  context: CommandContext,
  email: string,
  { storage, keepLinks, yes }: { storage: Storage | null; keepLinks?: boolean; yes?: boolean },
): Promise<void> {
  const { describeUser } = await import('@pas/accounts/describe-user')
  const { getUser } = await import('@pas/accounts/get-user')
  const { markUserDisabled, setUserDisabled } = await import('@pas/accounts/set-user-disabled')
  const { endConsentsOfActors } = await import('@pas/consents/end-consent')
  const { countEmails } = await import('@pas/emails/find-emails')
  const { deleteUser } = await import('@pas/retention/delete-user')
  const { countLiveShares, keepLiveShares } = await import('@pas/shares/end-shares')
  let userId = 0
  let links = 0
  await perform(context, {
    action: 'user.delete',
    target: userTarget(email),
    before: async (deps) => {
      const user = await describeUser(deps, email)
      const uploaded = await countEmails(deps, { userId: user.id })
      const emails = storage ? ` and ${uploaded} emails with their pictures` : ''
      const live = await countLiveShares(deps, { userId: user.id })
      await confirmDeletion(context, {
        yes,
        name: user.email,
        what: `user ${user.id} (${user.firstName} ${user.lastName}) of account ${user.accountId}${emails}; ${describeLinks(live, keepLinks)}`,
      })
    },
    work: async (deps) => {
      const { id } = await getUser(deps, email)
      // Before the user is disabled, which closes the links.
      links = await (keepLinks ? keepLiveShares : countLiveShares)(deps, { userId: id })
      userId = await markUserDisabled(deps, email)
      const details = { links, keep_links: keepLinks ?? false }
      return { answer: {}, target: `user:${userId}`, details }
    },
    afterwards: async (deps) => {
      await setUserDisabled(deps, email, true)
      await endConsentsOfActors({ ...deps, actor: context.actor }, { userId })
      const { signal } = new AbortController()
      const { emails } = await deleteUser({ ...deps, storage, signal, actor: context.actor }, userId)
      return { deleted: `user:${userId}`, links, ...(storage && { emails }) }
    },
  })
}
