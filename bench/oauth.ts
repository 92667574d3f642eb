/*
 * `npm run bench -- oauth`: our token exchanges beside those of npm's `oidc-provider`, which keeps its tokens in
 * memory, and the user API's quickest answer beside a bare Express route with one indexed select. Rounds alternate, so
 * that other work of the machine slows both alike.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { issueSecret, sha256 } from '@pas/accounts/secrets'
import { openDatabase } from '@pas/db/database'
import { bodiesNeeded, sendRound, type Round } from './send-round'
import { percentile, report } from './measure'
import { openOauthStack, stackVariable } from './stack'

const rounds = 15
/** The rates of both sides rise for that long, until V8 has compiled their code. */
const warmUpRounds = 10
/** Four entries for each exchange have to fit into oidc-provider's in-memory store, which holds 1,000. */
const exchangesPerRound = 200
const readsPerRound = 1_000

async function main(): Promise<void> {
  const stack = openOauthStack()
  const db = openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: 2 })
  const tls = path.join(stackVariable('PAS_HOME'), 'tls')
  const certificate = [path.join(tls, 'server.pem'), path.join(tls, 'server.key')]
  const application = await db.oauthApplication.findUniqueOrThrow({ where: { clientId: stack.clientId } })
  const user = await db.user.findFirstOrThrow()

  const userIds = await makeUsers(bodiesNeeded(exchangesPerRound))

  const provider = fork(path.join(__dirname, 'oidc-provider-server.mjs'), certificate, { execArgv: [] })
  const listening = await nextMessage<{
    port: number
    application: { client_id: string; client_secret: string; redirect_uris: string[] }
  }>(provider)

  const issueOurs = async (): Promise<string[]> => {
    const codes = userIds.map(() => issueSecret('authorizationCode'))
    await db.authorizationCode.createMany({
      data: codes.map((code, index) => ({
        codeHash: sha256(code),
        oauthApplicationId: application.id,
        userId: userIds[index] ?? 0,
        redirectUri: stack.callback,
        scope: 'full',
        expiresAt: new Date(Date.now() + 600_000),
      })),
    })
    return codes
  }
  const issueTheirs = async (): Promise<string[]> => {
    provider.send({ issue: bodiesNeeded(exchangesPerRound) })
    return (await nextMessage<{ codes: string[] }>(provider)).codes
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
  const exchangeOurs = async (): Promise<Round> =>
    exchange(`${stack.authUrl}/oauth/token`, await issueOurs(), {
      client_id: stack.clientId,
      client_secret: stack.clientSecret,
      redirect_uri: stack.callback,
    })
  const exchangeTheirs = async (): Promise<Round> => {
    const { client_id, client_secret, redirect_uris } = listening.application
    const credentials = { client_id, client_secret, redirect_uri: redirect_uris[0] ?? '' }
    return exchange(`https://localhost:${listening.port}/token`, await issueTheirs(), credentials)
  }
  const tokens = await interleave(exchangeOurs, exchangeTheirs)
  provider.kill()

  const bare = fork(path.join(__dirname, 'bare-server.ts'), [
    stackVariable('DATABASE_URL'),
    ...certificate,
    'user',
    String(user.id),
  ])
  const { port } = await nextMessage<{ port: number }>(bare)
  const accessToken = await issueAccessToken()
  const reads = await interleave(
    () =>
      sendRound(`${stack.apiUrl}/v2/users/current`, readsPerRound, {
        method: 'GET',
        headers: { authorization: `Bearer ${accessToken}` },
      }),
    () => sendRound(`https://localhost:${port}/bare`, readsPerRound, { method: 'GET', headers: {} }),
  )
  bare.kill()

  report(
    'oauth',
    {
      'token exchanges per second, ours': tokens.ours.perSecond,
      'token exchanges per second, oidc-provider in memory': tokens.theirs.perSecond,
      'token exchange p50 ms, ours': percentile(tokens.ours.times, 50),
      'token exchange p50 ms, oidc-provider': percentile(tokens.theirs.times, 50),
      'token exchange p99 ms, ours': percentile(tokens.ours.times, 99),
      'token exchange p99 ms, oidc-provider': percentile(tokens.theirs.times, 99),
      '/v2/users/current per second': reads.ours.perSecond,
      'bare route per second': reads.theirs.perSecond,
      '/v2/users/current p99 ms': percentile(reads.ours.times, 99),
      'bare route p99 ms': percentile(reads.theirs.times, 99),
    },
    {
      'token exchanges, ours / oidc-provider': {
        ratio: tokens.ours.perSecond / tokens.theirs.perSecond,
        wanted: { atLeast: 0.7 },
      },
      '/v2/users/current / bare route': {
        ratio: reads.ours.perSecond / reads.theirs.perSecond,
        wanted: { atLeast: 0.8 },
      },
    },
  )
  await db.$disconnect()
  process.exit(0)

  /** Makes a user with a consent for each code of a round, as real codes belong to different users. */
  async function makeUsers(count: number): Promise<number[]> {
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
        oauthApplicationId: application.id,
        scope: 'full',
        createdAt,
      })),
    })
    return users.map(({ id }) => id)
  }

  async function issueAccessToken(): Promise<string> {
    const accessTokenText = issueSecret('accessToken')
    const createdAt = new Date()
    const expiresAt = new Date(createdAt.getTime() + 7_200_000)
    const whose = { userId: user.id, oauthApplicationId: application.id, scope: 'full' }
    const family = await db.tokenFamily.create({ data: { ...whose, createdAt, expiresAt } })
    await db.accessToken.create({
      data: { tokenHash: sha256(accessTokenText), tokenFamilyId: family.id, createdAt, expiresAt },
    })
    return accessTokenText
  }
}

/** Alternates rounds of both sides: each side's median rate and all its times, after the warm-up. */
async function interleave(
  ours: () => Promise<Round>,
  theirs: () => Promise<Round>,
): Promise<{ ours: Round; theirs: Round }> {
  const taken: { ours: Round[]; theirs: Round[] } = { ours: [], theirs: [] }
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    const [one, other] = [await ours(), await theirs()]
    if (round < warmUpRounds) continue
    taken.ours.push(one)
    taken.theirs.push(other)
  }
  const sum = (all: Round[]): Round => ({
    perSecond: percentile(
      all.map(({ perSecond }) => perSecond),
      50,
    ),
    times: all.flatMap(({ times }) => times),
  })
  return { ours: sum(taken.ours), theirs: sum(taken.theirs) }
}

async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message]
  return message
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
