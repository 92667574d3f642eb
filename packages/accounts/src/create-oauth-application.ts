import type { RowDeps } from '@pas/db/row-deps'
import { assertName } from './assert-name'
import { checkedCallbackUris } from './checked-callback-uris'
import { getAccount } from './get-account'
import { issueSecret, sha256 } from './secrets'

/** An application as an operator registers it. */
export interface NewOauthApplication {
  accountId: number
  name: string
  /** At least one; each is an https URI. */
  callbackUris: readonly string[]
  /** Whether it is the operator's own, so that users are not asked for consent. False by default. */
  isFirstParty?: boolean
}

/** An application's credentials in clear text. The secret cannot be read again: only its hash is stored. */
export interface IssuedCredentials {
  clientId: string
  clientSecret: string
}

/**
 * Registers an application; with `isFirstParty`, its account becomes the operator's `own`. Throws `name_invalid`,
 * `callback_uri_invalid` or `account_not_found`.
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
