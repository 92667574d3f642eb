import { describeUser } from '@pas/accounts/describe-user'
import { countApiKeysOf } from '@pas/accounts/revoke-api-key'
import { setUserRole, type UserRole } from '@pas/accounts/user-roles'
import type { DatabaseDeps, DbDeps } from '@pas/db/row-deps'
import { PageError } from '@pas/pages/page-error'
import { beginUserRemoval, finishUserRemoval, type KeptOfUser } from '@pas/retention/remove-user'
import { countLiveShares } from '@pas/shares/end-shares'
import { asAdmin, type AdminRequest, type AdminTransaction } from '../administration/as-admin'
import { findPerson, type ListedPerson } from './list-people'
import { peopleTexts } from './people-texts'

/** What ends when a person is removed. */
export interface Ending {
  sessions: number
  applications: number
  links: number
  webhooks: number
  keys: number
}

export async function countWhatEnds(deps: DatabaseDeps, { id, email }: ListedPerson): Promise<Ending> {
  const { sessions, consents } = await describeUser(deps, email)
  return {
    sessions,
    applications: consents.length,
    links: await countLiveShares(deps, { userId: id }),
    webhooks: await deps.db.webhook.count({ where: { userId: id } }),
    keys: await countApiKeysOf(deps, id),
  }
}

export interface PersonChange extends AdminRequest {
  personId: number
}

/** Throws `not_found` for a user of another account, `conflict` for the last admin, or `forbidden`. */
export const changeRole = (
  deps: DatabaseDeps,
  { personId, ...request }: PersonChange,
  role: UserRole,
): Promise<void> =>
  asAdmin(deps, { ...request, targetId: personId }, async (tx) => {
    await assertPerson(tx, request, personId)
    if (role !== 'admin') await assertNotLastAdmin(tx, request, personId)
    const { before } = await setUserRole(tx, personId, role)
    if (before !== role)
      await tx.record({ action: 'user.set_role', target: `user:${personId}`, details: { role, before } })
  })

/** As `pas user delete` does, without their emails, which stay with the account. Throws as `changeRole` does. */
export async function removePerson(
  deps: DatabaseDeps,
  { personId, ...request }: PersonChange,
  kept: KeptOfUser,
): Promise<void> {
  await asAdmin(deps, { ...request, targetId: personId }, async (tx) => {
    await assertPerson(tx, request, personId)
    await assertNotLastAdmin(tx, request, personId)
    const ended = await beginUserRemoval(tx, personId, kept)
    await tx.record({
      action: 'user.delete',
      target: `user:${personId}`,
      details: { ...ended, keep_links: kept.links, keep_keys: kept.keys },
    })
  })
  const { signal } = new AbortController()
  const actor = `user:${request.admin.id}`
  await finishUserRemoval({ ...deps, storage: null, signal, actor }, personId)
}

async function assertPerson(tx: AdminTransaction, { admin }: AdminRequest, personId: number): Promise<void> {
  if (!(await findPerson(tx, { id: personId, accountId: admin.account.id }))) throw noSuchPerson()
}

/** The admin who asks stays one, so that they can only be the last one themselves. */
async function assertNotLastAdmin(
  tx: AdminTransaction,
  { admin }: AdminRequest,
  personId: number,
): Promise<void> {
  if (personId === admin.id && (await isLastAdmin(tx, { id: personId, accountId: admin.account.id })))
    throw new PageError('conflict', (language) => peopleTexts[language].lastAdmin)
}

export async function isLastAdmin(
  { db }: DbDeps,
  { id, accountId }: { id: number; accountId: number },
): Promise<boolean> {
  const where = { accountId, role: 'admin', disabledAt: null, NOT: { id } }
  return (await db.user.findFirst({ where, select: { id: true } })) === null
}

export const noSuchPerson = (): PageError =>
  new PageError('not_found', (language) => peopleTexts[language].noSuchPerson)
