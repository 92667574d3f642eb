import type { RowDeps } from '@pas/db/row-deps'
import { assertName } from './assert-name'
import { checkedCallbackUris } from './callback-uris'
import { getAccount } from './get-account'
import { issueSecret, sha256 } from './secrets'

export interface NewOauthApplication {
  accountId: number
  name: string
  callbackUris: readonly string[]
  /** The operator's own: users are not asked for consent. */
  isFirstParty?: boolean
}

/** The secret is shown only now: its hash alone is stored. */
export interface IssuedCredentials {
  clientId: string
  clientSecret: string
}

/**
 * With `isFirstParty`, the account becomes `own`. Throws `name_invalid`, `callback_uri_invalid` or `account_not_found`.
 */
export async function createOauthApplication(
  { db, clock }: RowDeps,
  newApplication: NewOauthApplication,
): Promise<IssuedCredentials> {
  const name = assertName('application name', newApplication.name)
  const uris = checkedCallbackUris(newApplication.callbackUris)
  const { id: accountId } = await getAccount({ db }, newApplication.accountId)
  if (newApplication.isFirstParty)
    await db.account.update({ where: { id: accountId }, data: { kind: 'own' } })
  const clientId = issueSecret('clientId')
  const clientSecret = issueSecret('clientSecret')
  await db.oauthApplication.create({
    data: {
      accountId,
      name,
      clientId,
      clientSecretHash: sha256(clientSecret),
      firstParty: newApplication.isFirstParty ?? false,
      createdAt: clock.now(),
      callbackUris: { create: uris.map((uri) => ({ uri })) },
    },
  })
  return { clientId, clientSecret }
}
