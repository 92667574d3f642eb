import { chmod, rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { picturePrefix } from '@pas/captures/storage-keys'
import { describeInLongRun } from '@pas/testing/long-run'
import { startRelay, type Relay } from '@pas/testing/relay'
import { startS3StandIn, type S3StandIn } from '@pas/testing/s3-stand-in'
import { until } from '@pas/testing/until'
import { withStores } from '../../packages/cli/src/pas/stores'
import type { ServiceProcess } from '../e2e/start-services'
import { existing } from './existing'
import { openFaultStage, shortDeadlines, textClient, type FaultStage } from './fault-stage'
import { assertInvariants } from './invariants'
import { inSeconds, saySeen } from './say-seen'

const secure = { 'X-Forwarded-Proto': 'https' }
/** The AWS SDK waits 2 s for a connection, and tries twice. */
const refusalMs = 8_000
const variables = { ...shortDeadlines, RECONCILE_INTERVAL_MS: '1000' }

/** One way in which a store fails, and how it recovers. */
interface Fault {
  how: string
  begin: () => unknown
  end: () => unknown
  /** How long a refusal may take. */
  withinMs: number
  /** The fault ends once the capture has been put off three times as often as this. */
  rounds: number
}

/** The tests of both kinds of store. */
function itHolds(stageOf: () => FaultStage, faults: readonly Fault[]): void {
  const api = (): ServiceProcess => existing(stageOf().apis[0])

  async function drawn(): Promise<string> {
    const { guid } = await stageOf().postEmail(api())
    const { location } = await stageOf().askPreview(api(), guid, textClient)
    return existing(location)
  }

  async function expectPictureRefused(location: string, withinMs: number): Promise<void> {
    const startedAt = performance.now()
    const { images } = stageOf()
    const answer = await fetch(`${images.url}${new URL(location).pathname}`, { headers: secure })
    await answer.arrayBuffer()
    const { headers, status } = answer
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
    expect(performance.now() - startedAt).toBeLessThan(withinMs)
  }

  const putOff = async (emailId: string): Promise<number> =>
    (await stageOf().services.database.db.preview.findFirst({ where: { emailId } }))?.attempt ?? 0

  it.each(faults)(
    '$how: uploads and pictures are 503 and not cached, a capture is put off, and made when the store is back',
    async ({ how, begin, end, withinMs, rounds }) => {
      const stage = stageOf()
      const location = await drawn()
      const { guid } = await stage.postEmail(api())
      await begin()
      const waiting = stage.askPreview(api(), guid, textClient)
      const [upload] = await Promise.all([
        stage.postEmail(api(), { codes: [textClient] }),
        expectPictureRefused(location, withinMs),
      ])
      expect(upload).toMatchObject({ status: 503, retryAfter: '5' })
      expect(upload.ms).toBeLessThan(withinMs)
      await until('the capture was put off', async () => {
        const attempt = await putOff(guid)
        return [attempt >= 3 * rounds, attempt]
      })
      await end()
      const backAt = performance.now()
      expect(await waiting).toMatchObject({ status: 301 })
      saySeen(
        how,
        `503 after ${inSeconds(upload.ms)}; 301 ${inSeconds(performance.now() - backAt)} after its return`,
      )
      expect((await stage.fetchPicture(location)).status).toBe(200)
      await assertInvariants(stage)
    },
    60_000,
  )

  it('a captured object missing: 503 and not cached, then drawn again at the same path without another request', async () => {
    const location = await drawn()
    const [, , imageToken = ''] = new URL(location).pathname.split('/')
    const row = await stageOf().services.database.db.preview.findUniqueOrThrow({ where: { imageToken } })
    await withStores(stageOf().variables, async ({ storage }) =>
      (await storage()).deletePrefix(picturePrefix(row)),
    )
    const lostAt = performance.now()
    await expectPictureRefused(location, refusalMs)
    await until('it is there again', async () => {
      const { status } = await stageOf().fetchPicture(location)
      return [status === 200, status]
    })
    saySeen(
      'captured object missing',
      `503, and the picture again after ${inSeconds(performance.now() - lostAt)}`,
    )
    await assertInvariants(stageOf())
  }, 60_000)
}

describeInLongRun('a folder as the store', () => {
  let stage: FaultStage
  beforeAll(async () => {
    stage = await openFaultStage({ engines: 'text', variables })
  }, 60_000)
  afterAll(() => stage.close())

  const folder = (): string => fileURLToPath(existing(stage.variables.STORAGE_URL))
  const away = (): string => `${folder()}.away`
  itHolds(
    () => stage,
    [
      {
        how: 'moved away',
        begin: () => rename(folder(), away()),
        end: () => rename(away(), folder()),
        withinMs: refusalMs,
        rounds: 3,
      },
      {
        how: 'not to be read or written',
        begin: () => chmod(folder(), 0),
        end: () => chmod(folder(), 0o700),
        withinMs: refusalMs,
        rounds: 3,
      },
    ],
  )
})

describeInLongRun('a bucket as the store', () => {
  let s3: S3StandIn
  let relay: Relay
  let stage: FaultStage
  beforeAll(async () => {
    s3 = await startS3StandIn()
    relay = await startRelay(existing(s3.variables.S3_ENDPOINT))
    const way = { S3_ENDPOINT: relay.url.replace(/\/$/, '') }
    const patient = { LONG_POLL_TIMEOUT_MS: '45000', PROXY_TIMEOUT_MS: '50000' }
    stage = await openFaultStage({
      engines: 'text',
      variables: { ...variables, ...patient, ...s3.variables, ...way },
    })
  }, 60_000)
  beforeEach(() => {
    relay.slowDown(0)
    relay.mend()
    s3.fail(null)
  })
  afterAll(async () => {
    await stage.close()
    await relay.close()
    await s3.close()
  })

  const answering = { end: () => s3.fail(null), withinMs: refusalMs, rounds: 3 }
  const connecting = { end: () => relay.mend(), withinMs: refusalMs, rounds: 3 }
  itHolds(
    () => stage,
    [
      { how: 'refusing us (403)', begin: () => s3.fail({ status: 403 }), ...answering },
      { how: 'failing (500)', begin: () => s3.fail({ status: 500 }), ...answering },
      { how: 'overloaded (503)', begin: () => s3.fail({ status: 503 }), ...answering },
      { how: 'away', begin: () => relay.cut(), ...connecting },
      {
        how: 'half-open',
        begin: () => relay.hang(),
        // A store that is back after a restart refuses the connections of before.
        end: () => {
          relay.cut()
          relay.mend()
        },
        // The SDK waits 10 s for an answer, and tries twice.
        withinMs: 23_000,
        rounds: 1,
      },
    ],
  )

  it('slow: everything is late and nothing fails', async () => {
    relay.slowDown(200)
    const api = existing(stage.apis[0])
    const { guid, status, ms } = await stage.postEmail(api)
    expect(status).toBe(200)
    const preview = await stage.askPreview(api, guid, textClient)
    expect(preview.status).toBe(301)
    expect((await stage.fetchPicture(existing(preview.location))).status).toBe(200)
    saySeen('storage slow by 200 ms', `upload ${inSeconds(ms)}, preview ${inSeconds(preview.ms)}`)
    relay.slowDown(0)
    await assertInvariants(stage)
  }, 60_000)
})
