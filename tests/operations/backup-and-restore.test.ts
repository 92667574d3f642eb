import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, readdir, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { openDatabase } from '@pas/db/database'
import { migrate } from '@pas/db/migrate'
import { systemClock } from '@pas/runtime/clock'
import { objectFile } from '@pas/storage/object-file'
import { describeInLongRun } from '@pas/testing/long-run'
import { postEmail } from '@pas/testing/post-email'
import { seedAccessToken } from '@pas/testing/seed-access-token'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { runPasProcess } from '../../packages/cli/tests/run-pas-process'
import { createServices, type ServiceProcess, type Services } from '../e2e/start-services'
import { startOwnPostgres, startOwnRedis, type OwnStore } from '../faults/own-stores'
import { backUpPostgres, type BaseBackup } from './back-up-postgres'

const secure = { 'X-Forwarded-Proto': 'https' }
const client = 'CHROMEGMAILNEW'
const ada = { first_name: 'Ada', last_name: 'Example' }

/** The steps of docs/operations.md, "Backup and restore", in the order in which they are written there. */
describeInLongRun('everything is lost, and restored from its backup', () => {
  let postgres: OwnStore
  let redis: OwnStore
  let storage: TestFolder
  let backups: TestFolder
  let services: Services
  let api: ServiceProcess
  let images: ServiceProcess
  let worker: ServiceProcess
  let apiKey: string
  let accessToken: string
  const emails: Record<'whole' | 'lostPicture' | 'lostContent' | 'waiting' | 'late', string> = {
    whole: '',
    lostPicture: '',
    lostContent: '',
    waiting: '',
    late: '',
  }
  const addresses: Record<string, string> = {}
  const pictures: Record<string, Buffer> = {}

  beforeAll(async () => {
    ;[postgres, redis, storage, backups] = await Promise.all([
      startOwnPostgres(),
      startOwnRedis(),
      createTestFolder(),
      createTestFolder(),
    ])
    services = await createServices({
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      REDIS_PREFIX: 'pas',
      STORAGE_URL: storage.url,
      RECONCILE_INTERVAL_MS: '500',
    })
    await migrate(postgres.url)
    await withDatabase(async (db) => {
      const deps = { db, clock: systemClock }
      const { id: accountId } = await createAccount(deps, { name: 'Somebody' })
      apiKey = await createApiKey(deps, { accountId })
      const user = await createUser(deps, {
        accountId,
        email: 'ada@partner.example',
        firstName: ada.first_name,
        lastName: ada.last_name,
        password: randomBytes(12).toString('hex'),
      })
      const application = await createOauthApplication(deps, {
        accountId,
        name: 'Partner',
        callbackUris: ['https://partner.example/callback'],
      })
      const { id: oauthApplicationId } = await db.oauthApplication.findUniqueOrThrow({
        where: { clientId: application.clientId },
      })
      const createdAt = new Date()
      accessToken = (await seedAccessToken(db, { userId: user.id, oauthApplicationId, createdAt }))
        .accessToken
    })
    await startAll()
  }, 60_000)

  afterAll(async () => {
    await services.close()
    await Promise.all([postgres.close(), redis.close(), storage.close(), backups.close()])
  })

  it('gives back the same pictures at the same addresses, valid tokens, and captures that waited', async () => {
    for (const name of ['whole', 'lostPicture', 'lostContent'] as const) {
      emails[name] = await post(name)
      addresses[name] = await addressOf(emails[name])
      pictures[name] = await pictureAt(addresses[name])
    }
    await worker.stop()
    emails.waiting = await post('waiting', true)
    const backup = await backUp()
    await loseEverything()
    await restore(backup)

    for (const name of ['whole', 'lostPicture', 'lostContent'] as const) {
      expect(await addressOf(emails[name])).toBe(addresses[name])
      expect(await pictureAt(addresses[name] ?? '')).toEqual(pictures[name])
    }
    const authorization = `Bearer ${accessToken}`
    const user = await fetch(`${api.url}/v2/users/current`, { headers: { ...secure, authorization } })
    expect([user.status, await user.json()]).toEqual([200, { user: expect.objectContaining(ada) as unknown }])
    // No caller requests it: the reconciler queues what is pending in the restored rows.
    await untilCaptured(emails.waiting)
  }, 60_000)

  it('does not know emails that came after the backup, and sweeps their objects from storage', async () => {
    expect((await askPreview(emails.late)).status).toBe(404)
    const folder = folderOf('emails', emails.late)
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    for (const name of await readdir(folder)) await utimes(path.join(folder, name), yesterday, yesterday)
    // The sweep refuses to delete more than one object in twenty without --force, as the rows may be of another
    // installation.
    const careful = await runPasProcess(['retention', 'run'], environment())
    expect([careful.status, careful.stderr]).toEqual([1, expect.stringContaining('retention run --force')])
    expect(await readdir(folder)).not.toEqual([])
    const { status, stderr } = await runPasProcess(['retention', 'run', '--force'], environment())
    expect([status, stderr]).toEqual([0, ''])
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
    expect(await pictureAt(addresses.whole ?? '')).toEqual(pictures.whole)
  })

  it('draws a picture that the backup of storage lacks again, at its address, and answers 404 when its email’s content is missing too', async () => {
    for (const name of ['lostPicture', 'lostContent'] as const) {
      const [, token = ''] = /captures\/([^/]+)\//.exec(addresses[name] ?? '') ?? []
      await rm(folderOf('captures', token), { recursive: true })
    }
    await rm(folderOf('emails', emails.lostContent), { recursive: true })

    expect((await askPicture(addresses.lostPicture ?? '')).status).toBe(503)
    expect(await addressOf(emails.lostPicture)).toBe(addresses.lostPicture)
    expect(await pictureAt(addresses.lostPicture ?? '')).toEqual(pictures.lostPicture)

    expect((await askPicture(addresses.lostContent ?? '')).status).toBe(503)
    expect((await askPreview(emails.lostContent)).status).toBe(404)
    expect((await askPicture(addresses.lostContent ?? '')).status).toBe(404)
  }, 60_000)

  const folderOf = (kind: 'emails' | 'captures', id: string): string =>
    path.dirname(objectFile(storage.path, `${kind}/${id}/any`))

  /**
   * Backs up rows before objects, so that every row has its object; objects of emails that came in between are swept
   * later.
   */
  async function backUp(): Promise<BaseBackup> {
    const rows = await backUpPostgres(postgres.url, path.join(backups.path, 'postgres'))
    emails.late = await post('late')
    await cp(storage.path, path.join(backups.path, 'storage'), { recursive: true })
    return rows
  }

  async function loseEverything(): Promise<void> {
    await Promise.all([
      killed(api),
      killed(images),
      postgres.kill({ losesData: true }),
      redis.kill({ losesData: true }),
    ])
    for (const name of await readdir(storage.path))
      await rm(path.join(storage.path, name), { recursive: true })
  }

  async function killed({ process: child }: ServiceProcess): Promise<void> {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  async function restore(rows: BaseBackup): Promise<void> {
    await cp(path.join(backups.path, 'storage'), storage.path, { recursive: true })
    await rows.restore()
    await Promise.all([postgres.start(), redis.start()])
    await startAll()
  }

  async function startAll(): Promise<void> {
    ;[api, images, worker] = await Promise.all([
      services.startApi(),
      services.startImages(),
      services.startWorker('chromium'),
    ])
  }

  const environment = (): Record<string, string> => ({
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    STORAGE_URL: storage.url,
  })

  async function withDatabase<T>(work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
    const db = openDatabase({ url: postgres.url, poolMax: 2 })
    try {
      return await work(db)
    } finally {
      await db.$disconnect()
    }
  }

  const post = (name: string, isAskedFor = false): Promise<string> =>
    postEmail(`${api.url}/v1`, apiKey, {
      html_text: `<h1 style="color:#06c">${name}</h1>`,
      ...(isAskedFor && { configurations: [{ client }] }),
    })

  const askPreview = (guid: string): Promise<Response> =>
    fetch(`${api.url}/v1/emails/${guid}/previews/${client}/full`, { headers: secure, redirect: 'manual' })

  async function addressOf(guid: string): Promise<string> {
    const response = await askPreview(guid)
    expect(response.status).toBe(301)
    return response.headers.get('location') ?? ''
  }

  const askPicture = (address: string): Promise<Response> =>
    fetch(`${images.url}${new URL(address).pathname}`, { headers: secure })

  async function pictureAt(address: string): Promise<Buffer> {
    const response = await askPicture(address)
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }

  async function untilCaptured(emailId: string): Promise<void> {
    await withDatabase(async (db) => {
      const isCaptured = (): Promise<number> => db.preview.count({ where: { emailId, status: 'captured' } })
      while (!(await isCaptured())) await delay(50)
    })
  }
})
