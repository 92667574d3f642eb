import { issueSecret } from '@pas/accounts/secrets'
import { Client } from 'pg'
import { describeInLongRun } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import type { ServiceProcess } from '../e2e/start-services'
import { existing } from './existing'
import { openFaultStage, shortDeadlines, textClient, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { startOwnPostgres, type OwnStore } from './own-stores'
import { inSeconds, saySeen } from './say-seen'

const emails = 20

const bearer = `Bearer ${issueSecret('accessToken')}`
/** A request waits 3 s for a database connection, and may need a second one to clean up. */
const refusalMs = 8_000
const secure = { 'X-Forwarded-Proto': 'https' }

describeInLongRun('Postgres', () => {
  let postgres: OwnStore
  let stage: FaultStage
  let auth: ServiceProcess

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    // The server on which the stage makes its database.
    process.env.TEST_DATABASE_URL = postgres.url
    stage = await openFaultStage({
      engines: 'text',
      variables: { ...shortDeadlines, RECONCILE_INTERVAL_MS: '1000', DATABASE_POOL: '5' },
    })
    auth = await stage.services.startAuth()
  }, 60_000)
  afterAll(async () => {
    await closeConnections()
    postgres.proceed()
    await postgres.start()
    await stage.close()
    await postgres.close()
  })

  // Undoes what a failed test left behind, so that it does not fail the next.
  beforeEach(async () => {
    await closeConnections()
    for (const { process: child } of stage.workers) child.kill('SIGCONT')
    postgres.proceed()
    await postgres.start()
  })

  const api = (): ServiceProcess => existing(stage.apis[0])

  const connections: Client[] = []
  const closeConnections = (): Promise<unknown> =>
    Promise.allSettled(connections.splice(0).map((connection) => connection.end()))

  /** Opens a connection of the test's own, which `closeConnections` closes. */
  async function connect(): Promise<Client> {
    const connection = new Client({ connectionString: stage.services.database.url })
    connection.on('error', () => undefined)
    await connection.connect()
    connections.push(connection)
    return connection
  }

  /** Terminates all connections of the services and of the stage. */
  const cutConnections = (admin: Client): Promise<unknown> =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pas'`)

  async function postEmails(): Promise<string[]> {
    const posted = await Promise.all(Array.from({ length: emails }, () => stage.postEmail(api())))
    expect(posted.map(({ status }) => status)).toEqual(posted.map(() => 200))
    return posted.map(({ guid }) => guid)
  }

  async function expectDrawn(guids: readonly string[]): Promise<void> {
    const answers = await Promise.all(guids.map((guid) => stage.askPreview(api(), guid, textClient)))
    expect(answers.map(({ status }) => status)).toEqual(guids.map(() => 301))
  }

  /** Expects 503 within `withinMs` from every endpoint that needs the database, of every service. */
  async function expectAllRefuse(guid: string, withinMs = refusalMs): Promise<void> {
    const timed = async (url: string, init: RequestInit = {}): Promise<[number, string | null, boolean]> => {
      const startedAt = performance.now()
      const answer = await fetch(url, { ...init, redirect: 'manual' })
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('retry-after'), performance.now() - startedAt < withinMs]
    }
    const form = {
      method: 'POST',
      headers: { ...secure, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token&refresh_token=x&client_id=x&client_secret=x',
    }
    const [email, preview, ...others] = await Promise.all([
      stage.postEmail(api(), { codes: [textClient] }),
      stage.askPreview(api(), guid, textClient),
      timed(`${auth.url}/oauth/token`, form),
      timed(`${auth.url}/login`, { headers: { ...secure, Cookie: '__Host-session=s%3Ax.y' } }),
      timed(`${auth.url}/oauth/authorize?client_id=x`, { headers: secure }),
      timed(`${api().url}/v2/users/current`, { headers: { ...secure, Authorization: bearer } }),
      timed(`${stage.images.url}/captures/${'x'.repeat(32)}/full.png`, { headers: secure }),
    ])
    saySeen('Postgres away', `503: upload ${inSeconds(email.ms)}, preview ${inSeconds(preview.ms)}`)
    for (const answer of [email, preview]) {
      expect(answer).toMatchObject({ status: 503, retryAfter: '5' })
      expect(answer.ms).toBeLessThan(withinMs)
    }
    const [token, login, authorize, user, picture] = others
    expect({ token, authorize, user, picture }).toEqual({
      token: [503, '5', true],
      authorize: [503, '5', true],
      user: [503, '5', true],
      picture: [503, '5', true],
    })
    // The sign-in page may be shown without the database.
    expect([200, 503]).toContain(login[0])
  }

  it('restarted: 503 in seconds everywhere, waiting requests are answered, and no service has to be restarted', async () => {
    const guids = await postEmails()
    await expectDrawn(guids)
    const worker = existing(stage.workers[0]).process
    worker.kill('SIGSTOP')
    const waitingGuids = await postEmails()
    const waiting = Promise.all(waitingGuids.map((guid) => stage.askPreview(api(), guid, textClient)))
    await until('all wait', async () => {
      const count = await stage.services.database.db.preview.count({ where: { status: 'pending' } })
      return [count === emails, count]
    })
    await postgres.kill()
    await expectAllRefuse(existing(guids[0]))
    worker.kill('SIGCONT')
    await postgres.start()
    for (const { status, retryAfter } of await waiting)
      expect([status, retryAfter]).toEqual(status === 301 ? [301, null] : [503, '5'])
    await expectDrawn(waitingGuids)
    await expectDrawn(await postEmails())
    await assertInvariants(stage)
  }, 60_000)

  it('with every connection cut again and again: 503 or the right answer, and no row without its content', async () => {
    const admin = await connect()
    let isOver = false
    const cutting = (async () => {
      for (let round = 0; !isOver; round++) {
        await cutConnections(admin)
        await new Promise((resolve) => setTimeout(resolve, 20 + (round % 7) * 15))
      }
    })()
    const posted: Awaited<ReturnType<FaultStage['postEmail']>>[] = []
    for (let round = 0; round < 10; round++)
      posted.push(
        ...(await Promise.all(
          Array.from({ length: emails }, () => stage.postEmail(api(), { codes: [textClient] })),
        )),
      )
    isOver = true
    await cutting
    for (const { status, retryAfter } of posted)
      expect([status, retryAfter]).toEqual(status === 200 ? [200, null] : [503, '5'])
    const kept = posted.filter(({ status }) => status === 200).length
    saySeen('Postgres cut again and again', `${kept} of ${posted.length} uploads accepted, the others 503`)
    const accepted = posted.filter(({ status }) => status === 200).map(({ guid }) => guid)
    await expectDrawn(accepted)
    await expectDrawn(await postEmails())
    await assertInvariants(stage)
  }, 60_000)

  it('without a free connection: 503 in seconds, and the services recover by themselves when there is one', async () => {
    const guids = await postEmails()
    const admin = await connect()
    // A connection that a service is just opening has no application_name yet, so the test's own are counted.
    const { rows } = await admin.query<{ max_connections: string }>('SHOW max_connections')
    await until('every connection is ours', async () => {
      await cutConnections(admin)
      try {
        for (;;) await connect()
      } catch {
        // No connection is left.
      }
      return [connections.length === Number(rows[0]?.max_connections), connections.length]
    })
    await expectAllRefuse(existing(guids[0]))
    await closeConnections()
    await expectDrawn(guids)
    await assertInvariants(stage)
  }, 60_000)

  it('with a pool of one connection that is in use: 503 in seconds, and the request that uses it is answered', async () => {
    const narrow = await stage.startApi({ DATABASE_POOL: '1' })
    const holder = await connect()
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE emails IN SHARE MODE')
    const first = stage.postEmail(narrow)
    await until('the first waits for the lock', async () => {
      const { rows } = await holder.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted`,
      )
      return [(rows[0]?.count ?? 0) > 0, rows]
    })
    expect(await stage.postEmail(narrow)).toMatchObject({ status: 503, retryAfter: '5' })
    await holder.query('ROLLBACK')
    const { status, guid } = await first
    expect(status).toBe(200)
    expect((await stage.askPreview(narrow, guid, textClient)).status).toBe(301)
    await narrow.stop()
    await assertInvariants(stage)
  }, 60_000)

  it('frozen by SIGSTOP: 503 at the statement timeout, and the services recover by themselves', async () => {
    const guids = await postEmails()
    postgres.freeze()
    // A statement may take 15 s, and a failed upload cleans up after that.
    await expectAllRefuse(existing(guids[0]), 23_000)
    postgres.proceed()
    await expectDrawn(guids)
    await assertInvariants(stage)
  }, 120_000)
})
