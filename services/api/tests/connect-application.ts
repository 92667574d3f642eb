import { createAccount } from '@pas/accounts/create-account'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { seedAccessToken } from '@pas/testing/seed-access-token'
import { randomUUID } from 'node:crypto'
import type { TestApi } from './start-api'

/** A user of the API's account, and the application of another account to which the user gave consent. */
export interface Connection {
  userId: number
  oauthApplicationId: number
  /** The account that owns the application. */
  partnerId: number
  /** The headers of requests with the user's access token. */
  headers: Record<string, string>
}

/** Makes a user of `api`'s account and an application of a new account, and connects them. */
export async function connectApplication(api: TestApi): Promise<Connection> {
  const { id: partnerId } = await createAccount(api, { name: 'Partner' })
  const { clientId } = await createOauthApplication(api, {
    accountId: partnerId,
    name: 'Partner',
    callbackUris: ['https://partner.example.com/callback'],
  })
  const { id: oauthApplicationId } = await api.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
  const { id: userId } = await createUser(api, {
    accountId: api.accountId,
    email: `${randomUUID()}@person.example`,
    firstName: 'Ada',
    lastName: 'Lovelace',
  })
  const { accessToken } = await seedAccessToken(api.db, {
    userId,
    oauthApplicationId,
    createdAt: api.clock.now(),
  })
  return {
    ...{ userId, oauthApplicationId, partnerId },
    headers: { ...api.headers, Authorization: `Bearer ${accessToken}` },
  }
}
