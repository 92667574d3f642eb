import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { provideBoardApplication } from '@pas/accounts/provide-board-application'
import { systemClock } from '@pas/runtime/clock'
import { makeRedisUrlOf } from '@pas/testing/redis-user'
import { createTestDatabase, type ServiceRole, type TestDatabase } from '@pas/testing/test-database'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder } from '@pas/testing/test-folder'
import { freePort } from '@pas/testing/free-port'
import { Agent, fetch } from 'undici'
import type { LocalCertificate } from '../../tools/stack/src/local-ca'

const repository = path.resolve(__dirname, '../..')

/** A running service process. */
export interface ServiceProcess {
  /**
   * Its address: HTTPS if it ends TLS itself; otherwise plain HTTP, where callers have to send `X-Forwarded-Proto:
   * https` as the proxy that ends TLS does.
   */
  url: string
  process: ChildProcess
  output: () => string
  /** Sends SIGTERM, and resolves to the exit code. */
  stop(): Promise<number | null>
}

/** Separate real processes over throw-away stores. */
export interface Services {
  database: TestDatabase
  accountId: number
  apiKey: string
  /** Starts a process and resolves when it is ready. `variables` are for this process only. */
  startAuth(variables?: Record<string, string>): Promise<ServiceProcess>
  /** `launcher` is a command to which node's command line is appended, and which replaces itself by it (`exec`). */
  startApi(variables?: Record<string, string>, launcher?: readonly string[]): Promise<ServiceProcess>
  startImages(variables?: Record<string, string>): Promise<ServiceProcess>
  /** Only with a certificate, as nobody signs in over plain HTTP. */
  startBoard(variables?: Record<string, string>): Promise<ServiceProcess>
  /** `launcher`: as for `startApi`. */
  startWorker(
    engines?: string,
    variables?: Record<string, string>,
    launcher?: readonly string[],
  ): Promise<ServiceProcess>
  close(): Promise<void>
}

/**
 * Makes the stores for services whose processes are started later. `variables` are for all of them. With `certificate`
 * every service ends TLS itself, and AUTH_URL, API_URL and the like are the real addresses; without it they are names
 * below `.test`.
 */
export async function createServices(
  variables: Record<string, string> = {},
  certificate?: LocalCertificate,
): Promise<Services> {
  const database = await createTestDatabase()
  const redisPrefix = variables.REDIS_PREFIX ?? `e2e-${randomBytes(6).toString('hex')}`
  /** The stores' URLs of each service, with its own role and user unless `variables` name others. */
  const storeUrlsOf = async (
    role: ServiceRole | null,
    user: string | null,
  ): Promise<Record<string, string>> => ({
    ...(role && !variables.DATABASE_URL && { DATABASE_URL: await database.makeUrlOf(role) }),
    ...(user && !variables.REDIS_URL && { REDIS_URL: await makeRedisUrlOf(user, redisPrefix) }),
  })
  const storeUrls: Record<string, Record<string, string>> = {
    auth: await storeUrlsOf(null, 'pas_auth'),
    api: await storeUrlsOf(null, 'pas_api'),
    images: await storeUrlsOf('pas_images', null),
    board: await storeUrlsOf('pas_board', null),
    'render-worker': await storeUrlsOf('pas_worker', 'pas_worker'),
  }
  const folder = await createTestFolder()
  const deps = { db: database.db, clock: systemClock }
  const account = await createAccount(deps, { name: 'End to end' })
  const apiKey = await createApiKey(deps, { accountId: account.id })
  const started: ServiceProcess[] = []
  const ports = {
    auth: await freePort(),
    api: await freePort(),
    images: await freePort(),
    board: await freePort(),
  }
  const board = {
    BOARD_CLIENT_ID: 'board-of-a-test',
    BOARD_CLIENT_SECRET: randomBytes(24).toString('hex'),
    BOARD_SECRET: randomBytes(24).toString('hex'),
  }
  const addresses: Record<string, string> = certificate
    ? {
        TLS_CERT_FILE: certificate.certFile,
        TLS_KEY_FILE: certificate.keyFile,
        AUTH_URL: `https://localhost:${ports.auth}`,
        API_URL: `https://localhost:${ports.api}`,
        INSTANT_URL: `https://localhost:${ports.api}/v1`,
        IMAGES_URL: `https://localhost:${ports.images}`,
        BOARD_URL: `https://localhost:${ports.board}`,
      }
    : {
        TRUST_PROXY: '127.0.0.1',
        AUTH_URL: 'https://auth.test',
        API_URL: 'https://api.test',
        INSTANT_URL: 'https://instant.test/v1',
        IMAGES_URL: 'https://images.test',
      }
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: database.url,
    REDIS_URL: testVariable('TEST_REDIS_URL'),
    REDIS_PREFIX: redisPrefix,
    STORAGE_URL: folder.url,
    CHROMIUM_PATH: process.env.CHROMIUM_PATH,
    FONTCONFIG_FILE: process.env.FONTCONFIG_FILE,
    ENGINE_NICE: process.env.ENGINE_NICE,
    SESSION_SECRET: randomBytes(24).toString('hex'),
    ENCRYPTION_KEYS: randomBytes(24).toString('hex'),
    ...addresses,
    ...variables,
  }

  async function start(
    service: string,
    own: Record<string, string>,
    portVariable: string,
    givenPort?: number,
    launcher: readonly string[] = [],
  ): Promise<ServiceProcess> {
    // Of a kind only one process at a time has the port that is in the addresses.
    const isTaken = started.some((other) => other.url.endsWith(`:${givenPort}`) && !hasEnded(other.process))
    const port = givenPort === undefined || isTaken ? await freePort() : givenPort
    const main = path.join(repository, 'services', service, 'dist', 'main.js')
    const [command = '', ...args] = [...launcher, process.execPath, main]
    const child = spawn(command, args, {
      env: { ...environment, ...storeUrls[service], ...own, [portVariable]: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    const output = (): string => Buffer.concat(chunks).toString()
    const url =
      certificate && portVariable === 'PORT' ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
    const running: ServiceProcess = {
      url,
      process: child,
      output,
      stop: async () => {
        if (hasEnded(child)) return child.exitCode
        child.kill('SIGTERM')
        await once(child, 'exit')
        return child.exitCode
      },
    }
    started.push(running)
    await untilReady(running, service, certificate)
    return running
  }

  return {
    database,
    accountId: account.id,
    apiKey,
    startAuth: (own = {}) => start('auth', own, 'PORT', ports.auth),
    startApi: (own = {}, launcher = []) => start('api', own, 'PORT', ports.api, launcher),
    startImages: (own = {}) => start('images', own, 'PORT', ports.images),
    startBoard: async (own = {}) => {
      await provideBoardApplication(deps, {
        boardUrl: addresses.BOARD_URL ?? '',
        clientId: board.BOARD_CLIENT_ID,
        clientSecret: board.BOARD_CLIENT_SECRET,
      })
      const trusted = { NODE_EXTRA_CA_CERTS: certificate?.caFile ?? '' }
      return start('board', { ...board, ...trusted, ...own }, 'PORT', ports.board)
    },
    startWorker: (engines = 'chromium,text', own = {}, launcher = []) =>
      start('render-worker', { ENGINES: engines, ...own }, 'HEALTH_PORT', undefined, launcher),
    close: async () => {
      await Promise.all(started.map((service) => service.stop()))
      await database.close()
      await folder.close()
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function untilReady(
  { url, process: child, output }: ServiceProcess,
  service: string,
  certificate: LocalCertificate | undefined,
): Promise<void> {
  const dispatcher = new Agent({ connect: certificate ? { ca: readFileSync(certificate.caFile) } : {} })
  for (;;) {
    if (hasEnded(child)) throw new Error(`${service} did not start:\n${output()}`)
    const ready = await fetch(`${url}/readyz`, { headers: { 'X-Forwarded-Proto': 'https' }, dispatcher })
      .then((response) => response.status === 200)
      .catch(() => false)
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
