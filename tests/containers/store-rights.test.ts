import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startS3StandIn, type S3Request } from '@pas/testing/s3-stand-in'
import { pictureKey } from '@pas/captures/storage-keys'
import { checkResultPrefix, checkResultKey } from '@pas/checks/storage-keys'
import { frozenEmailKey } from '@pas/emails/storage-keys'
import { openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { createLogger } from '@pas/runtime/logger'
import { openStorage } from '@pas/storage/open-storage'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import { createTestDatabase } from '@pas/testing/test-database'
import sharp from 'sharp'
import { capturePreview, type CaptureDeps } from '../../services/render-worker/src/capture-preview'
import { EmailCache } from '../../services/render-worker/src/email-cache'
import { openEmailEmulator } from '../../services/render-worker/src/email-emulator'
import { repository } from './read-compose'

interface Policy {
  Statement: { Effect: string; Action: string[]; Resource: string[] }[]
}

/** The policies that infra/minio gives the users of the store, by their access keys. */
const policies = Object.fromEntries(
  Object.entries({ services: 'policy.json', workers: 'worker-policy.json' }).map(([user, file]) => [
    user,
    JSON.parse(readFileSync(path.join(repository, 'infra/minio', file), 'utf8')) as Policy,
  ]),
)

/**
 * Whether S3 would allow a request by these policies: what no statement allows is refused. `*` stands for any
 * characters, also `/` (IAM User Guide, "IAM JSON policy elements: Resource").
 */
function isAllowed({ accessKeyId, action, resource }: S3Request): boolean {
  const matches = (pattern: string): boolean => {
    const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.*')}$`, 's').test(resource)
  }
  return (policies[accessKeyId]?.Statement ?? []).some(
    ({ Effect, Action, Resource }) => Effect === 'Allow' && Action.includes(action) && Resource.some(matches),
  )
}

describe("a worker's user of the object store", () => {
  let server: Awaited<ReturnType<typeof startS3StandIn>>
  let services: Storage
  let workers: Storage
  beforeAll(async () => {
    server = await startS3StandIn(isAllowed)
    const open = (accessKeyId: string): Storage =>
      openStorage({
        ...{ kind: 's3', bucket: 'pas', prefix: '', region: 'us-east-1', forcePathStyle: true },
        endpoint: server.variables.S3_ENDPOINT ?? '',
        credentials: { accessKeyId, secretAccessKey: 'only-for-this-test' },
      })
    services = open('services')
    workers = open('workers')
  })
  afterAll(async () => {
    services.close()
    workers.close()
    await server.close()
  })

  const text = (key: string): [string, Buffer, string] => [key, Buffer.from('{}'), 'application/json']

  it('may capture, remove a picture whose preview was deleted, and check that storage works', async () => {
    const database = await createTestDatabase()
    const db = openDatabase({ url: await database.makeUrlOf('pas_worker'), poolMax: 2 })
    const emulator = openEmailEmulator(createLogger('render-worker'))
    const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    const { id: accountId } = await database.db.account.create({
      data: { name: 'Test', createdAt: new Date() },
    })
    const capture = async (beforeRecord: (emailId: string) => Promise<unknown>) => {
      const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) }
      const { id: emailId } = await database.db.email.create({
        data: { id: randomUUID(), accountId, ...times },
      })
      const preview = await database.db.preview.create({
        data: {
          ...{ id: randomUUID(), emailId, accountId, emailClient: 'PLAINTEXT', engine: 'text' },
          ...{
            orientation: 'vertical',
            images: 'allowed',
            imageToken: randomUUID(),
            requestedAt: new Date(),
          },
        },
      })
      const email = {
        htmlText: null,
        plainText: 'Hello',
        subject: null,
        fromAddress: null,
        fromDisplayName: null,
      }
      const content = Buffer.from(JSON.stringify(email))
      await services.put(frozenEmailKey(emailId), content, 'application/json')
      const deps: CaptureDeps = {
        ...{
          db,
          emulator,
          clock: systemClock,
          captureTimeoutMs: 20_000,
          jobTimeoutMs: 30_000,
          reusesPages: true,
          emails: new EmailCache(),
        },
        storage: {
          get: (key) => workers.get(key),
          put: async (...object) => {
            await workers.put(...object)
            await beforeRecord(emailId)
          },
          deletePrefix: (prefix) => workers.deletePrefix(prefix),
        },
        assetOrigin: { serve: () => ({ release: () => undefined }) },
        engine: {
          ...{ name: 'text', version: 'test/1', isHealthy: true, isSlowAtFirst: false },
          drawSample: () => Promise.resolve(0),
          capture: () => Promise.resolve({ png, width: 1, height: 1, truncated: false }),
          close: () => Promise.resolve(),
        },
      }
      const { outcome } = await capturePreview(deps, preview.id, { isTakeover: false })
      const row = (await database.db.preview.findUnique({ where: { id: preview.id } })) ?? {
        ...preview,
        namedByHash: true,
        pictureSha256: new Uint8Array(createHash('sha256').update(png).digest()),
      }
      return { outcome, picture: await services.get(pictureKey(row, 'full')) }
    }
    try {
      expect(await capture(() => Promise.resolve())).toMatchObject({
        outcome: 'captured',
        picture: { body: png },
      })
      const remove = (id: string) => database.db.email.delete({ where: { id } })
      expect(await capture(remove)).toEqual({ outcome: 'removed', picture: null })
      await workers.check()
    } finally {
      await emulator.close()
      await db.$disconnect()
      await database.close()
    }
  })

  it('may change no email and read no picture', async () => {
    await services.put(...text('emails/one/email.json'))
    await services.put(...text('captures/one/full.png'))
    await workers.put(...text(checkResultKey('one', 'contrast', 'OL2016')))
    await workers.deletePrefix(checkResultPrefix('one', 'contrast', 'OL2016'))
    const refused = [
      () => workers.put(...text('emails/one/email.json')),
      () => workers.put(...text(checkResultKey('one', 'links', ''))),
      () => workers.deletePrefix('emails/one/'),
      () => workers.get('captures/one/full.png'),
      () => workers.put(...text('elsewhere/object')),
      () => workers.get('elsewhere/object'),
    ]
    for (const attempt of refused) await expect(attempt()).rejects.toThrow(StorageUnavailableError)
    expect(await services.get('emails/one/email.json')).not.toBeNull()
  })
})
