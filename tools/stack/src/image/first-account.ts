import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createUser } from '@pas/accounts/create-user'
import { findApiKey } from '@pas/accounts/find-api-key'
import { createOneTimeLink } from '@pas/accounts/one-time-links'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { apiKeyPrefix } from '@pas/accounts/secrets'
import { openDatabase } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { oneTimeLinkUrl } from '@pas/mail/one-time-link-url'
import { registerBoard } from '../demo-board'
import { progress } from '../progress'
import type { RunningStack } from '../start-services'
import type { InStackFile } from '../stack-file'
import type { FirstAccount } from './image-options'

const clock = { now: () => new Date() }
const actor = 'operator:all-in-one'

export interface FirstRows extends InStackFile {
  /** The first user, and a link with which they choose a password. Null on a volume that has accounts. */
  firstUser: { email: string; link: string } | null
}

/** On a new volume: an account, its first user, and the key that was given. */
export async function makeFirstAccount(
  { databaseUrl, variables }: RunningStack,
  { email, apiKey }: FirstAccount,
): Promise<FirstRows> {
  const db = openDatabase({ url: databaseUrl, poolMax: 1 })
  try {
    // Before the board's own account is made: none at all is a new volume.
    const isNew = (await db.account.count()) === 0
    if (!isNew && apiKey !== null && (await findApiKey({ db }, apiKey)) === null)
      progress('FIRST_API_KEY is ignored: the volume has accounts. Make a key with `pas key create`')
    const token = isNew
      ? await db.$transaction((transaction) => makeRows({ db: transaction, clock }, { email, apiKey }))
      : null
    await registerBoard(databaseUrl, variables)
    return {
      firstUser: token === null ? null : { email, link: oneTimeLinkUrl(variables.AUTH_URL ?? '', token) },
    }
  } finally {
    await db.$disconnect()
  }
}

/** Resolves to the link's token. The user's random password is shown to nobody. */
async function makeRows(deps: RowDeps, { email, apiKey }: FirstAccount): Promise<string> {
  const record = (action: string, target: string): Promise<void> =>
    recordAuditEvent(deps.db, { at: clock.now(), actor, action, target })
  const { id: accountId } = await createAccount(deps, { name: 'First account' })
  await record('account.create', `account:${accountId}`)
  const user = await createUser(deps, { accountId, email, firstName: 'First', lastName: 'User' })
  await record('user.create', `user:${user.id}`)
  if (apiKey !== null) {
    await createApiKey(deps, { accountId, apiKey, name: 'first key' })
    await record('key.create', `api_key:${apiKeyPrefix(apiKey)}`)
  }
  const invitation = { userId: user.id, purpose: 'invite', language: 'en' } as const
  return (await createOneTimeLink(deps, invitation)).token
}
