import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { systemClock } from '@pas/runtime/clock'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder } from '@pas/testing/test-folder'

const repository = path.resolve(__dirname, '../..')

/** One service process. */
export interface ServiceProcess {
  /** Where it answers: `https` requests go here with `X-Forwarded-Proto: https`, as from the proxy that ends TLS. */
  url: string
  process: ChildProcess
  output: () => string
  /** SIGTERM, then the exit code. */
  stop(): Promise<number | null>
}

/** Separate real processes over throw-away stores. */
export interface Services {
  database: TestDatabase
  apiKey: string
  startApi(): Promise<ServiceProcess>
  startImages(): Promise<ServiceProcess>
  startWorker(engines?: string): Promise<ServiceProcess>
  close(): Promise<void>
}

export async function createServices(variables: Record<string, string> = {}): Promise<Services> {
  const database = await createTestDatabase()
  const folder = await createTestFolder()
  const deps = { db: database.db, clock: systemClock }
  const account = await createAccount(deps, { name: 'End to end' })
  const apiKey = await createApiKey(deps, { accountId: account.id })
  const started: ServiceProcess[] = []
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: database.url,
    REDIS_URL: testVariable('TEST_REDIS_URL'),
    REDIS_PREFIX: `e2e-${randomBytes(6).toString('hex')}`,
    STORAGE_URL: folder.url,
    CHROMIUM_PATH: process.env.CHROMIUM_PATH,
    FONTCONFIG_FILE: process.env.FONTCONFIG_FILE,
    TRUST_PROXY: '127.0.0.1',
    AUTH_URL: 'https://auth.test',
    API_URL: 'https://api.test',
    INSTANT_URL: 'https://instant.test/v1',
    IMAGES_URL: 'https://images.test',
    ...variables,
  }

  async function start(
    service: string,
    own: Record<string, string>,
    portVariable: string,
  ): Promise<ServiceProcess> {
    const port = await freePort()
    const main = path.join(repository, 'services', service, 'dist', 'main.js')
    const child = spawn(process.execPath, [main], {
      env: { ...environment, ...own, [portVariable]: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    const output = (): string => Buffer.concat(chunks).toString()
    const url = `http://127.0.0.1:${port}`
    const running: ServiceProcess = {
      url,
      process: child,
      output,
      stop: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
        child.kill('SIGTERM')
        await once(child, 'exit')
        return child.exitCode
      },
    }
    started.push(running)
    await untilReady(running, service)
    return running
  }

  return {
    database,
    apiKey,
    startApi: () => start('api', {}, 'PORT'),
    startImages: () => start('images', {}, 'PORT'),
    startWorker: (engines = 'chromium,text') => start('render-worker', { ENGINES: engines }, 'HEALTH_PORT'),
    close: async () => {
      await Promise.all(started.map((service) => service.stop()))
      await database.close()
      await folder.close()
    },
  }
}

async function untilReady({ url, process: child, output }: ServiceProcess, service: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${service} did not start:\n${output()}`)
    const ready = await fetch(`${url}/readyz`, { headers: { 'X-Forwarded-Proto': 'https' } })
      .then((response) => response.status === 200)
      .catch(() => false)
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
