import { AccountsError } from '@pas/accounts/accounts-error'
import type { RowDeps } from '@pas/db/row-deps'
import { shareLinks } from './confirm'
import { countLiveShares } from './looked-up'

export type EndingVerb = 'disable' | 'delete'

export async function refuseOwnAccount(deps: RowDeps, accountId: number, verb: EndingVerb): Promise<void> {
  const account = await deps.db.account.findUnique({
    where: { id: accountId },
    select: { kind: true, oauthApplications: { where: { firstParty: true }, select: { clientId: true } } },
  })
  if (account?.kind !== 'own') return
  const clientIds = account.oauthApplications.map(({ clientId }) => clientId)
  const applications = clientIds.length > 0 ? ` It has applications of yours (${clientIds.join(', ')}).` : ''
  const keepHint =
    verb === 'delete'
      ? " To keep these links, first delete its applications by 'pas app delete' with --own --keep-links."
      : ''
  throw new AccountsError(
    'own_account',
    `Account ${accountId} is your own, such as the board's.${applications} ${await describeLoss(deps, { accountId })} To ${verb} it all the same, add --own.${keepHint}`,
  )
}

export async function refuseOwnApplication(deps: RowDeps, clientId: string, verb: EndingVerb): Promise<void> {
  const application = await deps.db.oauthApplication.findUnique({
    where: { clientId },
    select: { id: true, firstParty: true },
  })
  if (!application?.firstParty) return
  const keepHint = verb === 'delete' ? ', and --keep-links to keep these links' : ''
  throw new AccountsError(
    'own_application',
    `The application ${clientId} is your own, such as the board. ${await describeLoss(deps, { oauthApplicationId: application.id })} To ${verb} it all the same, add --own${keepHint}.`,
  )
}

async function describeLoss(
  deps: RowDeps,
  holder: { accountId: number } | { oauthApplicationId: number },
): Promise<string> {
  const links = shareLinks(await countLiveShares(deps, holder))
  return `Without it nobody can sign in there, and ${links} would no longer open.`
}
