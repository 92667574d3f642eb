import { describeLinks } from './confirm'
import { namedUser } from './named-thing'
import type { Noun } from './noun'
import { option } from './option-values'

export function addDeleteUserCommand(user: Noun): void {
  user.deletion(namedUser, {
    about:
      "delete a user with sessions, tokens, consents, webhooks and settings, for good; share links that they made end; in the audit trail their number stays, and their account keeps the emails that were uploaded with the user's tokens",
    options: [
      option('--keep-links', 'make share links that open now the own links of the account'),
      option('--with-emails', 'remove these emails and their pictures, too'),
    ],
    act: async (email, options: { keepLinks?: boolean; withEmails?: boolean }) => {
      const { keepLinks = false, withEmails = false } = options
      const { describeUser } = await import('@pas/accounts/describe-user')
      const { getUser } = await import('@pas/accounts/get-user')
      const { markUserDisabled, setUserDisabled } = await import('@pas/accounts/set-user-disabled')
      const { endConsentsOfActors } = await import('@pas/consents/end-consent')
      const { countEmails } = await import('@pas/emails/find-emails')
      const { deleteUser } = await import('@pas/retention/delete-user')
      const { countLiveShares, keepLiveShares } = await import('@pas/shares/end-shares')
      let userId = 0
      let links = 0
      return {
        confirm: async (deps) => {
          if (withEmails) await deps.stores.ownStorage(deps)
          const { id, ...user } = await describeUser(deps, email)
          const uploaded = await countEmails(deps, { userId: id })
          const emails = withEmails ? ` and ${uploaded} emails with their pictures` : ''
          const live = describeLinks(await countLiveShares(deps, { userId: id }), keepLinks)
          const what = `user ${id} (${user.firstName} ${user.lastName}) of account ${user.accountId}${emails}; ${live}`
          return { name: user.email, what }
        },
        work: async (deps) => {
          const { id } = await getUser(deps, email)
          // Before the user is disabled, which closes the links.
          links = await (keepLinks ? keepLiveShares : countLiveShares)(deps, { userId: id })
          userId = await markUserDisabled(deps, email)
          return { answer: {}, target: `user:${userId}`, details: { links, keep_links: keepLinks } }
        },
        afterwards: async (deps) => {
          const storage = withEmails ? await deps.stores.storage() : null
          await setUserDisabled(deps, email, true)
          await endConsentsOfActors(deps, { userId })
          const { emails } = await deleteUser({ ...deps, storage }, userId)
          return { deleted: `user:${userId}`, links, ...(withEmails && { emails }) }
        },
      }
    },
  })
}
