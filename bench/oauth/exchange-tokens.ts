import { fork } from 'node:child_process'
import path from 'node:path'
import { issueSecret, sha256 } from '@pas/accounts/secrets'
import { bodiesNeeded, sendRound, type Round } from '../send-round'
import { interleave, type Interleaved } from './interleave'
import { nextMessage } from './next-message'
import type { Installation } from './open-installation'
import { randomUUID } from 'node:crypto'

/** oidc-provider's in-memory store holds 1,000 entries, and each exchange has four. */
const exchangesPerRound = 200

/** Beside those of `oidc-provider` in a process of its own. */
export async function exchangeTokens(installation: Installation): Promise<Interleaved> {
  const { stack, certificate } = installation
  const userIds = await makeUsers(installation, bodiesNeeded(exchangesPerRound))
  const exchangeOurs = async (): Promise<Round> =>
    exchange(`${stack.authUrl}/oauth/token`, await issueCodes(installation, userIds), {
      client_id: stack.clientId,
      client_secret: stack.clientSecret,
      redirect_uri: stack.callback,
    })
  const provider = await startProvider(certificate)
  const exchangeTheirs = async (): Promise<Round> =>
    exchange(provider.tokenUrl, await provider.issueCodes(), provider.credentials)
  const tokens = await interleave(exchangeOurs, exchangeTheirs)
  provider.kill()
  return tokens
}

const exchange = (url: string, codes: string[], credentials: Record<string, string>): Promise<Round> =>
  sendRound(url, exchangesPerRound, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    nextBody: () =>
      new URLSearchParams({
        grant_type: 'authorization_code',
        code: codes.pop() ?? '',
        ...credentials,
      }).toString(),
  })

async function issueCodes(
  { stack, db, applicationId }: Installation,
  userIds: readonly number[],
): Promise<string[]> {
  const codes = userIds.map(() => issueSecret('authorizationCode'))
  await db.authorizationCode.createMany({
    data: codes.map((code, index) => ({
      codeHash: sha256(code),
      oauthApplicationId: applicationId,
      userId: userIds[index] ?? 0,
      redirectUri: stack.callback,
      scope: 'full',
      expiresAt: new Date(Date.now() + 600_000),
    })),
  })
  // As autovacuum does within a minute. Until then Postgres may keep a plan of when the table was empty: our statements
  // read the whole table, or not, at random from start to start, and took up to 2.6 times as long.
  await db.$executeRaw`ANALYZE authorization_codes`
  return codes
}

interface Provider {
  tokenUrl: string
  credentials: Record<string, string>
  /** One for each exchange of a round. */
  issueCodes(): Promise<string[]>
  kill(): void
}

async function startProvider(certificate: Installation['certificate']): Promise<Provider> {
  const server = fork(path.join(__dirname, '../oidc-provider-server.mjs'), certificate, { execArgv: [] })
  const { port, application } = await nextMessage<{
    port: number
    application: { client_id: string; client_secret: string; redirect_uris: string[] }
  }>(server)
  const { client_id, client_secret, redirect_uris } = application
  return {
    tokenUrl: `https://localhost:${port}/token`,
    credentials: { client_id, client_secret, redirect_uri: redirect_uris[0] ?? '' },
    issueCodes: async () => {
      server.send({ issue: bodiesNeeded(exchangesPerRound) })
      return (await nextMessage<{ codes: string[] }>(server)).codes
    },
    kill: () => void server.kill(),
  }
}

/** With a consent each, as real codes belong to different users. Resolves to their ids. */
async function makeUsers({ db, applicationId, user }: Installation, count: number): Promise<number[]> {
  const { accountId, passwordHash } = user
  const mark = randomUUID()
  const createdAt = new Date()
  await db.user.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      accountId,
      passwordHash,
      email: `${mark}-${index}@example.com`,
      firstName: 'Bench',
      lastName: String(index),
      createdAt,
    })),
  })
  const users = await db.user.findMany({ where: { email: { startsWith: mark } }, select: { id: true } })
  await db.consent.createMany({
    data: users.map(({ id }) => ({
      userId: id,
      oauthApplicationId: applicationId,
      scope: 'full',
      createdAt,
    })),
  })
  return users.map(({ id }) => id)
}
