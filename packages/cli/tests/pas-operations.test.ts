import { randomBytes, randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import os from 'node:os'
import { captureJobId, captureQueueName } from '@pas/captures/capture-job'
import { pictureKey, picturePath } from '@pas/captures/storage-keys'
import { frozenEmailKey } from '@pas/emails/storage-keys'
import type { Preview } from '@pas/db/database'
import { objectFile } from '@pas/storage/object-file'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { capturedColumns, failedColumns } from '@pas/testing/preview-columns'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { makeRedisUrlOf } from '@pas/testing/redis-user'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { Redis } from 'ioredis'
import { pasInProcess } from './pas-in-process'

const dayMs = 86_400_000

describe('pas on a running service', () => {
  const prefix = `test-${randomBytes(6).toString('hex')}`
  let database: TestDatabase
  let folder: TestFolder
  let storage: Storage
  let redisConnection: Redis
  let redisUrl: string
  let accountId: number
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await createTestFolder()
    storage = openStorage({ kind: 'file', path: folder.path })
    redisConnection = new Redis(testVariable('TEST_REDIS_URL'))
    redisUrl = await makeRedisUrlOf('pas_cli', prefix)
    const account = await database.db.account.create({ data: { name: 'Test', createdAt: new Date() } })
    accountId = account.id
  })
  afterAll(async () => {
    const keys = await redisConnection.keys(`${prefix}:*`)
    if (keys.length > 0) await redisConnection.del(keys)
    redisConnection.disconnect()
    storage.close()
    await database.close()
    await folder.close()
  })

  const pasWith = (env: Record<string, string> = {}) =>
    pasInProcess({
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: prefix,
      STORAGE_URL: folder.url,
      ...env,
    })
  const answerOf = (...args: string[]): Promise<unknown> => pasWith().answerOf(...args)
  const failureOf = async (args: string[], env?: Record<string, string>): Promise<unknown> => {
    const { status, ...error } = await pasWith(env).failureOf(...args)
    expect(status).toBe(1)
    return error
  }
  const trail = async () => {
    const rows = await database.db.auditEvent.findMany({ orderBy: { id: 'asc' } })
    return rows.map(({ actor, action, target, details }) => ({ actor, action, target, details }))
  }
  const actor = `operator:${os.userInfo().username}`

  async function addPreview(agoMs: number, row: Partial<Preview>) {
    const createdAt = new Date(Date.now() - agoMs)
    const emailId = randomUUID()
    const expiresAt = new Date(createdAt.getTime() + 2 * dayMs)
    await database.db.email.create({ data: { id: emailId, accountId, createdAt, expiresAt } })
    await storage.put(frozenEmailKey(emailId), Buffer.from('{}'), 'application/json')
    const preview = await database.db.preview.create({
      data: {
        id: randomUUID(),
        emailId,
        accountId,
        emailClient: 'PLAINTEXT',
        orientation: 'vertical',
        images: 'allowed',
        engine: 'text',
        imageToken: randomBytes(24).toString('base64url'),
        requestedAt: createdAt,
        ...row,
      },
    })
    await storage.put(pictureKey(preview, 'full'), Buffer.from('png'), 'image/png')
    return preview
  }

  it('counts captures, retries failed ones, and writes an audit row for each command', async () => {
    const { id } = await addPreview(0, failedColumns(new Date()))
    const textOf = async () =>
      ((await answerOf('captures', 'stats')) as { engine: string }[]).find(({ engine }) => engine === 'text')
    expect(await textOf()).toEqual({ engine: 'text', waiting: 0, capturing: 0, failed: 1 })
    expect(await answerOf('captures', 'retry-failed')).toEqual({ retried: 1 })
    expect(await redisConnection.exists(`${prefix}:${captureQueueName('text')}:${captureJobId(id, 6)}`)).toBe(
      1,
    )
    expect(await textOf()).toEqual({ engine: 'text', waiting: 1, capturing: 0, failed: 0 })
    expect(await trail()).toEqual([
      { actor, action: 'captures.stats', target: 'captures', details: null },
      { actor, action: 'captures.retry_failed', target: 'captures', details: { retried: 1 } },
      { actor, action: 'captures.stats', target: 'captures', details: null },
    ])
    await database.db.email.deleteMany()
    for (const all of ['emails/', 'captures/']) await storage.deletePrefix(all)
  })

  it('retries only the failed captures of an email, of an account, or since a time', async () => {
    const old = await addPreview(0, failedColumns(new Date(Date.now() - 7_200_000)))
    const late = await addPreview(0, failedColumns(new Date()))
    const isFailed = async ({ id }: { id: string }) =>
      (await database.db.preview.findUniqueOrThrow({ where: { id } })).status === 'failed'
    expect(await failureOf(['captures', 'retry-failed', '--account', '4711'])).toMatchObject({
      code: 'account_not_found',
    })
    expect(await failureOf(['captures', 'retry-failed', '--email', randomUUID()])).toMatchObject({
      code: 'email_not_found',
    })
    expect(await answerOf('captures', 'retry-failed', '--email', old.emailId, '--since', '1h')).toEqual({
      retried: 0,
    })
    expect(await answerOf('captures', 'retry-failed', '--since', '1h')).toEqual({ retried: 1 })
    expect([await isFailed(old), await isFailed(late)]).toEqual([true, false])
    const account = String(accountId)
    expect(await answerOf('captures', 'retry-failed', '--email', old.emailId, '--account', account)).toEqual({
      retried: 1,
    })
    expect((await trail()).at(-1)).toMatchObject({
      target: `email:${old.emailId}`,
      details: { retried: 1, account_id: accountId },
    })
    await database.db.email.deleteMany()
    for (const all of ['emails/', 'captures/']) await storage.deletePrefix(all)
  })

  it('removes what has been kept for its time, says how much, and writes an audit row', async () => {
    const old = await addPreview(181 * dayMs, capturedColumns(new Date(Date.now() - 180 * dayMs)))
    expect(await answerOf('retention', 'run')).toEqual({
      emails: 1,
      images: 1,
      tokens: 0,
      sessions: 0,
      swept: 0,
    })
    expect(await storage.get(pictureKey(old, 'full'))).toBeNull()
    expect(await database.db.email.count({ where: { id: old.emailId } })).toBe(0)
    expect((await trail()).at(-1)).toEqual({
      actor,
      action: 'retention.run',
      target: 'retention',
      details: { emails: 1, images: 1, tokens: 0, sessions: 0, swept: 0 },
    })
    const nothing = { emails: 0, images: 0, tokens: 0, sessions: 0, swept: 0 }
    expect(await answerOf('retention', 'run')).toEqual(nothing)
  })

  it('sweeps only its own store, a large share of it only with --force, and says what to do', async () => {
    const lostKey = picturePath('lost', 'full')
    await storage.put(lostKey, Buffer.from('png'), 'image/png')
    const lostFile = objectFile(folder.path, lostKey)
    const yesterday = new Date(Date.now() - dayMs)
    await utimes(lostFile, yesterday, yesterday)
    expect(await failureOf(['retention', 'run'])).toEqual({
      code: 'sweep_refused',
      message: expect.stringMatching(/no row names 1 of 1 objects.*pas retention run --force/) as string,
    })
    expect(await storage.get(lostKey)).not.toBeNull()
    expect((await trail()).at(-1)).toMatchObject({
      action: 'retention.run.failed',
      details: { emails: 0, swept: 0 },
    })

    await storage.put('installation', Buffer.from('of another'), 'text/plain')
    expect(await failureOf(['retention', 'run', '--force'])).toEqual({
      code: 'sweep_refused',
      message: expect.stringMatching(
        /another installation’s mark.*STORAGE_URL.*pas retention adopt/,
      ) as string,
    })
    expect(await storage.get(lostKey)).not.toBeNull()

    expect(await answerOf('retention', 'adopt')).toEqual({})
    expect((await trail()).at(-1)).toMatchObject({ action: 'retention.adopt', target: 'retention' })
    expect(await answerOf('retention', 'run', '--force')).toEqual({
      emails: 0,
      images: 0,
      tokens: 0,
      sessions: 0,
      swept: 1,
    })
    expect((await trail()).at(-1)).toMatchObject({ details: { swept: 1, force: true } })
  })

  it('says in one line what to set or start when a store is away, and changes nothing', async () => {
    await addPreview(0, failedColumns(new Date()))
    expect(await failureOf(['captures', 'retry-failed'], { REDIS_URL: 'redis://127.0.0.1:1' })).toEqual({
      code: 'redis_unavailable',
      message: expect.stringContaining('REDIS_URL') as string,
    })
    expect(await failureOf(['captures', 'retry-failed'], { REDIS_URL: '' })).toMatchObject({
      code: 'config_invalid',
    })
    expect(await database.db.preview.count({ where: { status: 'failed' } })).toBe(1)
    expect(await failureOf(['retention', 'run'], { STORAGE_URL: '' })).toEqual({
      code: 'config_invalid',
      message: expect.stringContaining('STORAGE_URL') as string,
    })
    expect(
      await failureOf(['retention', 'run'], { STORAGE_URL: `file://${folder.path}/missing` }),
    ).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('no folder') as string })
    const s3 = { S3_ENDPOINT: 'http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
    expect(
      await failureOf(['retention', 'run'], { STORAGE_URL: 's3://bucket/x', S3_REGION: 'us-east-1', ...s3 }),
    ).toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('STORAGE_URL') as string,
    })
    expect((await trail()).at(-1)).toMatchObject({ action: 'retention.run.failed' })
  })
})
