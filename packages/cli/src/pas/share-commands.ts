import { AccountsError } from '@pas/accounts/accounts-error'
import { shareStatuses, shareStatus, type GivenShare, type ShareStatus } from '@pas/shares/share-status'
import type { Command } from 'commander'
import { actOn, type Naming } from './named-thing'
import { integerId, statusOption, uuid, withListOptions } from './option-values'
import { perform, type CommandContext } from './perform'
import { afterHint, printList } from './print-list'
import type { AnswerRow } from './render-answer'

const namedShare: Naming<string> = {
  argument: 'share-id',
  flags: '--share-id <id>',
  description: "the share's id",
  parse: uuid,
}

interface ListOptions {
  account?: number
  userEmail?: string
  clientId?: string
  status?: ShareStatus
  after?: string
  limit?: number
}

export function addShareCommands(program: Command, context: CommandContext): void {
  const share = program.command('share').description('links that show emails to people without an account')
  addList(share, context)
  actOn(
    share
      .command('revoke')
      .description('end a link, at once and for good; what it kept of its email is erased'),
    namedShare,
    (id) =>
      perform(context, {
        action: 'share.revoke',
        target: `share:${id}`,
        work: async (deps) => {
          const { revokeShare } = await import('@pas/shares/end-shares')
          const revoked = await revokeShare(deps, { id })
          if (!revoked) throw noShare(id)
          const { accountId, wasRevoked } = revoked
          if (!wasRevoked) return { answer: {}, details: { account_id: accountId } }
          const already = { already: 'revoked' }
          return { answer: already, text: `share:${id} was revoked already\n`, details: already }
        },
      }),
  )
}

function addList(share: Command, context: CommandContext): void {
  const list = share
    .command('list')
    .description('show links, oldest first, also those that ended in the last 30 days')
    .option('--account <id>', 'only those of this account', integerId)
    .option('--user-email <address>', 'only those that this user made')
    .option('--client-id <client-id>', 'only those that this application made')
    .addOption(statusOption(shareStatuses))
  withListOptions(list, '--after <share-id>', uuid).action(
    ({ account, userEmail, clientId, status, after, limit }: ListOptions) =>
      printList(context, {
        action: 'share.list',
        target: account === undefined ? 'shares' : `account:${account}`,
        pages: async (deps) => {
          const { getOauthApplication } = await import('@pas/accounts/get-oauth-application')
          const { getUser } = await import('@pas/accounts/get-user')
          const { readShares } = await import('@pas/shares/list-shares')
          const filter = {
            accountId: account,
            userId: userEmail === undefined ? undefined : (await getUser(deps, userEmail)).id,
            oauthApplicationId:
              clientId === undefined ? undefined : (await getOauthApplication(deps, clientId)).id,
            status,
          }
          const first = after === undefined ? null : await deps.db.share.findUnique({ where: { id: after } })
          if (after !== undefined && !first) throw noShare(after)
          return readShares(deps, filter, { after: first, limit })
        },
        toAnswer: (row) => shareRow(row, context.clock.now()),
        hint: afterHint(limit, ({ id }) => id),
      }),
  )
}

const noShare = (id: string): AccountsError =>
  new AccountsError('share_not_found', `There is no share ${id}: check the id, or see 'pas share list'.`)

const shareRow = (share: GivenShare, now: Date): AnswerRow => ({
  share_id: share.id,
  account_id: share.accountId,
  email_guid: share.emailId,
  user_id: share.userId,
  client_id: share.oauthApplication?.clientId ?? null,
  label: share.label,
  shows: share.shows,
  status: shareStatus(share, now),
  views: share.views,
  created_at: share.createdAt.toISOString(),
  expires_at: share.expiresAt.toISOString(),
  revoked_at: share.revokedAt?.toISOString() ?? null,
})
