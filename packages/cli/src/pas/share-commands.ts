import type { ShareFilter } from '@pas/shares/list-shares'
import { shareStatuses, shareStatus, type GivenShare } from '@pas/shares/share-status'
import type { Command } from 'commander'
import { getApplication, getUser } from './looked-up'
import { found, namedById } from './named-thing'
import { addNoun } from './noun'
import { accountOption, option, statusOption } from './option-values'
import type { CommandContext } from './perform'
import { answerRow, type AnswerRow } from './render-answer'

const namedShare = namedById('share')

interface ListFilter extends Pick<ShareFilter, 'accountId' | 'status'> {
  userEmail?: string
  clientId?: string
}

export function addShareCommands(program: Command, context: CommandContext): void {
  const about = 'links that show emails to people without an account'
  const share = addNoun(program, context, { name: 'share', about })
  share.list({
    about: 'show links, oldest first, also those that ended in the last 30 days',
    options: [
      accountOption(),
      option('--user-email <address>', 'only those that this user made'),
      option('--client-id <client-id>', 'only those that this application made'),
      statusOption(shareStatuses),
    ],
    after: namedShare,
    find: async (deps, id) =>
      found(await (await import('@pas/shares/list-shares')).findShare(deps, id), 'share', id),
    read: async (deps, { userEmail, clientId, ...filter }: ListFilter, part) => {
      const { readShares } = await import('@pas/shares/list-shares')
      const user = userEmail === undefined ? undefined : await getUser(deps, userEmail)
      const application = clientId === undefined ? undefined : await getApplication(deps, clientId)
      return readShares(deps, { ...filter, userId: user?.id, oauthApplicationId: application?.id }, part)
    },
    row: (row, { clock }) => shareRow(row, clock.now()),
  })
  share.on(namedShare, {
    verb: 'revoke',
    about: 'end a link, at once and for good; what it kept of its email is erased',
    act: (id) => ({
      work: async (deps) => {
        const { revokeShare } = await import('@pas/shares/end-shares')
        const { accountId, wasRevoked } = found(await revokeShare(deps, { id }), 'share', id)
        if (!wasRevoked) return { answer: {}, details: { account_id: accountId } }
        const already = { already: 'revoked' }
        return { answer: already, text: `share:${id} was revoked already\n`, details: already }
      },
    }),
  })
}

function shareRow(share: GivenShare, now: Date): AnswerRow {
  const { id: shareId, accountId, emailId: emailGuid, userId, oauthApplication, ...rest } = share
  const { label, shows, views, createdAt, expiresAt, revokedAt } = rest
  const clientId = oauthApplication?.clientId ?? null
  const made = { shareId, accountId, emailGuid, userId, clientId, label, shows }
  return answerRow({ ...made, status: shareStatus(share, now), views, createdAt, expiresAt, revokedAt })
}
