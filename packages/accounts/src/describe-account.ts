import type { DbDeps } from '@pas/db/row-deps'
import { findAccountLimits, type OwnLimits } from './account-limits'
import { getAccount } from './get-account'

export interface DescribedAccount {
  id: number
  name: string
  kind: string
  parentId: number | null
  subAccountIds: number[]
  disabledAt: Date | null
  createdAt: Date
  users: number
  applications: number
  /** Without revoked ones. */
  apiKeys: number
  revokedApiKeys: number
  limits: OwnLimits
}

export async function describeAccount({ db }: DbDeps, accountId: number): Promise<DescribedAccount> {
  const { id, disabledAt } = await getAccount({ db }, accountId)
  const { name, kind, parentId, createdAt, children } = await db.account.findUniqueOrThrow({
    where: { id },
    select: {
      name: true,
      kind: true,
      parentId: true,
      createdAt: true,
      children: { select: { id: true }, orderBy: { id: 'asc' } },
    },
  })
  const ofAccount = { where: { accountId: id } }
  return {
    id,
    name,
    kind,
    parentId,
    subAccountIds: children.map((child) => child.id),
    disabledAt,
    createdAt,
    users: await db.user.count(ofAccount),
    applications: await db.oauthApplication.count(ofAccount),
    apiKeys: await db.apiKey.count({ where: { accountId: id, revokedAt: null } }),
    revokedApiKeys: await db.apiKey.count({ where: { accountId: id, revokedAt: { not: null } } }),
    limits: await findAccountLimits({ db }, id),
  }
}
