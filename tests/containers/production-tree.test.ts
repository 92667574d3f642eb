import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { systemClock } from '@pas/runtime/clock'
import { describeInLongRun } from '@pas/testing/long-run'
import { postEmail } from '@pas/testing/post-email'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { freePort } from '@pas/testing/free-port'
import { buildWithoutDocker, type BuiltImage } from './build-without-docker'
import { makeComposeVariables, readCompose, targetOf } from './read-compose'

const behindProxy = { 'X-Forwarded-Proto': 'https' }

/** A process started from the files and settings of its image. */
interface Container {
  image: BuiltImage
  url: string
  process: ChildProcess
}

describeInLongRun('the trees of the images', () => {
  const compose = readCompose(makeComposeVariables())
  const running: Container[] = []
  let work: TestFolder
  let objects: TestFolder
  let database: TestDatabase

  beforeAll(async () => {
    ;[work, objects, database] = await Promise.all([
      createTestFolder(),
      createTestFolder(),
      createTestDatabase({ migrated: false }),
    ])
  })
  afterAll(async () => {
    for (const { process: child } of running) child.kill('SIGKILL')
    await Promise.all([work.close(), objects.close(), database.close()])
  })

  /** The variables of compose and the image, with this test's stores and ports in place of theirs. */
  const environmentOf = (name: string, { folder, env }: BuiltImage, port: number): NodeJS.ProcessEnv => ({
    ...Object.fromEntries(
      Object.entries({ ...env, ...compose.services[name]?.environment }).map(([key, value]) => [
        key,
        String(value).replace(/^\/app\//, `${folder}/`),
      ]),
    ),
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: database.url,
    REDIS_URL: testVariable('TEST_REDIS_URL'),
    REDIS_PREFIX: 'tree',
    STORAGE_URL: objects.url,
    TRUST_PROXY: '127.0.0.1/32',
    // The engine and the fonts of this machine are not where Debian puts them.
    CHROMIUM_PATH: process.env.CHROMIUM_PATH,
    FONTCONFIG_FILE: process.env.FONTCONFIG_FILE,
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_METRICS_EXPORTER: 'none',
    [name.startsWith('worker-') ? 'HEALTH_PORT' : 'PORT']: String(port),
  })

  const build = (name: string): BuiltImage => buildWithoutDocker(targetOf(compose.services[name]), work.path)

  async function start(name: string, image = build(name)): Promise<Container> {
    const port = await freePort()
    const [, ...args] = image.command
    const child = spawn(process.execPath, args, {
      cwd: image.folder,
      env: environmentOf(name, image, port),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const container = { image, url: `http://127.0.0.1:${port}`, process: child }
    running.push(container)
    const askHealth = (): number | null => {
      const [, ...words] = image.healthCommand.map((word) =>
        word.replace('127.0.0.1:8080', `127.0.0.1:${port}`),
      )
      return spawnSync(process.execPath, words).status
    }
    while (child.exitCode === null && askHealth() !== 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
    expect(child.exitCode).toBeNull()
    return container
  }

  it('migrate, serve, draw and stop', async () => {
    const image = build('api')
    const migrated = spawnSync(process.execPath, ['bin/pas', 'migrate', '--json'], {
      cwd: image.folder,
      env: environmentOf('api', image, 1),
      encoding: 'utf8',
    })
    expect(migrated.stderr).toBe('')
    const deps = { db: database.db, clock: systemClock }
    const account = await createAccount(deps, { name: 'Tree' })
    const apiKey = await createApiKey(deps, { accountId: account.id })
    const api = await start('api', image)
    const images = await start('images')
    const worker = await start('worker-chromium')
    await start('auth')

    const marker = randomBytes(4).toString('hex')
    const email = { html_text: `<p style="background:#c00">${marker}</p>` }
    const guid = await postEmail(`${api.url}/v1`, apiKey, email)
    const preview = await fetch(`${api.url}/v1/emails/${guid}/previews/CHROMEGMAILNEW/full`, {
      headers: behindProxy,
      redirect: 'manual',
    })
    expect(preview.status).toBe(301)
    const { pathname } = new URL(preview.headers.get('location') ?? '')
    const picture = await fetch(`${images.url}${pathname}`, { headers: behindProxy })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

    for (const container of running) {
      const { image: built, process: child } = container
      // No development dependency is in the tree.
      for (const name of ['typescript', 'jest', 'esbuild', 'prisma'])
        expect(existsSync(path.join(built.folder, 'node_modules/.pnpm/node_modules', name))).toBe(false)
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
    }
    expect(worker.image.entrypoint).toEqual(['/usr/bin/tini', '--'])
  }, 900_000)
})
