import { workerHeartbeatKey, workerHeartbeatTtlMs } from '@pas/captures/worker-heartbeat'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { proxyPassword, startForwardProxy, type ForwardProxy } from '@pas/testing/forward-proxy'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { makeRedisUrlOf } from '@pas/testing/redis-user'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { Redis } from 'ioredis'
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runPasProcess } from './run-pas-process'

interface Report {
  checks: { name: string; status: string; detail: string; version?: string }[]
  engines: { engine: string; version: string; workers: number }[]
  fonts: number | null
  versions: Record<string, string>
}

// Every process compiles and loads what it needs: a second of work each, more while other test files run.
jest.setTimeout(120_000)

describe('pas doctor', () => {
  let database: TestDatabase
  let storage: TestFolder
  let redisConnection: Redis
  let proxy: ForwardProxy
  let web: SmallWeb
  let healthy: Record<string, string>

  beforeEach(async () => {
    database = await createTestDatabase()
    storage = await createTestFolder()
    web = await startSmallWeb((_req, res) => void res.end())
    proxy = await startForwardProxy({ 'canary.test': '127.0.0.1' }, { tunnelPort: web.port })
    redisConnection = new Redis(testVariable('TEST_REDIS_URL'))
    const prefix = `test-${randomBytes(6).toString('hex')}`
    healthy = {
      DATABASE_URL: database.url,
      REDIS_URL: await makeRedisUrlOf('pas_cli', prefix),
      REDIS_PREFIX: prefix,
      STORAGE_URL: storage.url,
      FONTCONFIG_FILE: process.env.FONTCONFIG_FILE ?? '',
      // Any program that prints its version can stand in for the browser.
      CHROMIUM_PATH: process.execPath,
      // This machine may have no network; a proxy that knows this name is one.
      OUTBOUND_PROXY: proxy.url,
      OUTBOUND_CANARY: 'canary.test',
    }
  })
  afterEach(async () => {
    await redisConnection.del(
      ['chromium', 'text'].map((engine) => `${healthy.REDIS_PREFIX}:${workerHeartbeatKey(engine)}`),
    )
    redisConnection.disconnect()
    await proxy.close()
    await web.close()
    await storage.close()
    await database.close()
  })

  const beat = (workerId: string, engine: string, version: string, ageMs = 0) =>
    redisConnection.zadd(
      `${healthy.REDIS_PREFIX}:${workerHeartbeatKey(engine)}`,
      Date.now() - ageMs,
      JSON.stringify({ workerId, engine, version }),
    )
  const statuses = (stdout: string) =>
    Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/ +/).slice(0, 2).reverse() as [string, string]),
    )

  it('reports stores, live engines, fonts and versions, and leaves only an audit row behind', async () => {
    await beat('a', 'chromium', 'HeadlessChrome/156.0.1')
    await beat('b', 'chromium', 'HeadlessChrome/156.0.1')
    await beat('c', 'text', 'w3m/0.5.3')
    await beat('d', 'webkit', '2.50.4', 2 * workerHeartbeatTtlMs)

    const { status, stdout, stderr } = await runPasProcess(['doctor', '--json'], healthy)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const report = JSON.parse(stdout) as Report
    expect(report.engines).toEqual([
      { engine: 'chromium', version: 'HeadlessChrome/156.0.1', workers: 2 },
      { engine: 'text', version: 'w3m/0.5.3', workers: 1 },
    ])
    expect(report.versions).toMatchObject({
      node: process.versions.node,
      chromium: process.versions.node,
      postgres: expect.stringMatching(/^\d+\.\d+/) as string,
      redis: expect.stringMatching(/^\d+\.\d+/) as string,
    })
    expect(report.checks.map(({ name }) => name)).toEqual([
      'node',
      'postgres',
      'redis',
      'rates',
      'storage',
      'installation',
      'board',
      'auth-url',
      'api-url',
      'instant-url',
      'images-url',
      'board-url',
      'disk',
      'backup',
      'engines',
      'chromium',
      'text',
      'webkit',
      'firefox',
      'thunderbird',
      'roundcube',
      'fonts',
      'smtp',
      'spamd',
      'outbound',
    ])
    // Its programs are unpacked, with their libraries beside them, not installed.
    expect(report.checks).toContainEqual(expect.objectContaining({ name: 'text', status: 'ok' }))
    expect(await readdir(storage.path)).toEqual([])
    expect(await database.db.auditEvent.findMany()).toMatchObject([
      { action: 'doctor', details: { failed: [] } },
    ])
  })

  it('fails when stores or programs are missing, and says what to do about each', async () => {
    const away = {
      ...healthy,
      REDIS_URL: 'redis://:hidden-password@127.0.0.1:1',
      STORAGE_URL: `${storage.url}/missing`,
      CHROMIUM_PATH: path.join(storage.path, 'no-browser'),
      OUTBOUND_PROXY: proxy.url.replace(proxyPassword, 'hidden-password'),
      FIREFOX_PATH: path.join(storage.path, 'no-firefox'),
    }
    const { status, stdout, stderr } = await runPasProcess(['doctor'], away)
    expect(status).toBe(1)
    expect(statuses(stdout)).toMatchObject({
      node: 'ok',
      postgres: 'ok',
      redis: 'failed',
      storage: 'failed',
      engines: 'failed',
      chromium: 'failed',
      // Another machine may have Firefox, so its absence here is no failure.
      firefox: 'skipped',
      fonts: 'ok',
      outbound: 'failed',
    })
    expect(stdout).toMatch(/no-firefox; a machine that draws with it needs 'apt-get install .*firefox-esr'/)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    for (const remedy of [
      'check REDIS_URL',
      'check STORAGE_URL',
      'check OUTBOUND_PROXY',
      'set CHROMIUM_PATH',
      'ECONNREFUSED',
    ])
      expect(stderr).toContain(remedy)
    expect(stdout + stderr).not.toContain('hidden-password')
  })

  it('fails when the object store belongs to another installation, and says what to do', async () => {
    await beat('a', 'chromium', '156')
    const marked = (mark: string) => writeFile(path.join(storage.path, 'installation'), `text/plain\n${mark}`)
    await database.db.installation.create({ data: { mark: 'ours', createdAt: new Date() } })
    await marked('theirs')
    const foreign = await runPasProcess(['doctor'], healthy)
    expect(foreign.status).toBe(1)
    expect(statuses(foreign.stdout)).toMatchObject({ storage: 'ok', installation: 'failed' })
    expect(foreign.stderr).toMatch(
      /another installation.*check DATABASE_URL and STORAGE_URL.*pas retention adopt/,
    )
    await marked('ours')
    const own = await runPasProcess(['doctor'], healthy)
    expect(statuses(own.stdout)).toMatchObject({ storage: 'ok', installation: 'ok' })
  })

  it('names the fonts that are missing, and the packages that have them', async () => {
    const fontconfigFile = path.join(storage.path, 'fonts.conf')
    await writeFile(fontconfigFile, '<fontconfig><dir>/nowhere</dir></fontconfig>')
    const { status, stderr } = await runPasProcess(['doctor'], {
      ...healthy,
      FONTCONFIG_FILE: fontconfigFile,
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /fonts: pictures lack Liberation Mono.*Noto Sans CJK.*apt-get install fonts-liberation .*fonts-noto-cjk/,
    )
  })

  it('fails without a live worker, without a migration and without Postgres; with --json standard output stays empty', async () => {
    const idle = await runPasProcess(['doctor', '--json'], healthy)
    expect({ status: idle.status, stdout: idle.stdout }).toEqual({ status: 1, stdout: '' })
    expect(JSON.parse(idle.stderr)).toEqual({
      error: { code: 'unhealthy', message: 'engines: no live worker: start a render-worker' },
    })

    const empty = await createTestDatabase({ migrated: false })
    const unmigrated = await runPasProcess(['doctor'], { ...healthy, DATABASE_URL: empty.url })
    await empty.close()
    expect(unmigrated.stderr).toContain("run 'pas migrate'")

    const postgresAway = { ...healthy, DATABASE_URL: 'postgresql://pas@127.0.0.1:1/pas' }
    const without = await runPasProcess(['doctor'], postgresAway)
    expect(statuses(without.stdout)).toMatchObject({ postgres: 'failed', redis: 'ok', storage: 'ok' })
  })
})
