import type { RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { assertCallbackUri } from './callback-uris'
import { createAccount } from './create-account'
import { sha256 } from './secrets'

export interface BoardApplication {
  boardUrl: string
  clientId: string
  clientSecret: string
}

const boardName = 'Board'

export const boardCallbackUri = (boardUrl: string): string => `${boardUrl}/callback`

/** For a client_secret that an operator made; `issueSecret` makes 43 characters. */
const minSecretCharacters = 32

/**
 * Registers the board as a first-party application in an account of its own, or gives it these credentials and this
 * callback URI. Idempotent. Throws `client_credentials_invalid` or `callback_uri_invalid`.
 */
export async function provideBoardApplication(
  { db, clock }: RowDeps,
  { boardUrl, clientId, clientSecret }: BoardApplication,
): Promise<'registered' | 'changed' | 'unchanged'> {
  if (
    !/^[\w-]{8,}$/.test(clientId) ||
    !/^[\w-]+$/.test(clientSecret) ||
    clientSecret.length < minSecretCharacters
  ) {
    throw new AccountsError(
      'client_credentials_invalid',
      `BOARD_CLIENT_ID needs at least 8 and BOARD_CLIENT_SECRET at least ${minSecretCharacters} characters, all of A–Z a–z 0–9 _ -.`,
    )
  }
  const uri = boardCallbackUri(boardUrl)
  assertCallbackUri(uri)
  const clientSecretHash = sha256(clientSecret)
  const registered = await db.oauthApplication.findUnique({
    where: { clientId },
    include: { callbackUris: true },
  })
  if (!registered) {
    const { id: accountId } = await createAccount({ db, clock }, { name: boardName, kind: 'own' })
    await db.oauthApplication.create({
      data: {
        accountId,
        name: boardName,
        clientId,
        clientSecretHash,
        firstParty: true,
        createdAt: clock.now(),
        callbackUris: { create: { uri } },
      },
    })
    return 'registered'
  }
  if (!registered.firstParty) {
    throw new AccountsError(
      'client_credentials_invalid',
      `BOARD_CLIENT_ID is that of the application '${registered.name}', which is not the operator's own: make another.`,
    )
  }
  const isSame =
    Buffer.from(registered.clientSecretHash).equals(clientSecretHash) &&
    registered.callbackUris.map((registeredUri) => registeredUri.uri).join() === uri
  if (isSame) return 'unchanged'
  await db.oauthApplication.update({
    where: { clientId },
    data: { clientSecretHash, callbackUris: { deleteMany: {}, create: { uri } } },
  })
  return 'changed'
}
