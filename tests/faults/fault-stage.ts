import { randomBytes } from 'node:crypto'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createdEmailBody } from '@pas/api-contract/emails'
import { systemClock } from '@pas/runtime/clock'
import { startRelay, type Relay } from '@pas/testing/relay'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder } from '@pas/testing/test-folder'
import { Agent, fetch, type RequestInit } from 'undici'
import { createServices, type ServiceProcess, type Services } from '../e2e/start-services'

/** An email client that chromium draws, and one that is drawn as text. */
export const browserClient = 'CHROMEGMAILNEW'
export const textClient = 'PLAINTEXT'

/** Deadlines for promises that do not depend on their lengths: as short as one slow start of a browser allows. */
export const shortDeadlines = {
  CAPTURE_TIMEOUT_MS: '5000',
  JOB_TIMEOUT_MS: '7000',
  LONG_POLL_TIMEOUT_MS: '25000',
  PROXY_TIMEOUT_MS: '30000',
}

/** By default an upload has 15 s for its assets and 5 s more for its style sheets, and is stored after that. */
const uploadDeadlineMs = 25_000
const pictureDeadlineMs = 10_000

const secure = { 'X-Forwarded-Proto': 'https' }

/** The record of a request that the stage sent, for `assertInvariants`. */
export interface SeenRequest {
  what: 'email' | 'preview' | 'picture'
  /** The email's guid, or the path of the preview or picture. */
  address: string
  service: ServiceProcess
  deadlineMs: number
  /** Milliseconds until the answer or the failure; null while the request is open. */
  ms: number | null
  /** Null when there was no answer. */
  status: number | null
  /** Why there was no answer: the connection was refused, it broke, or the test hung up. Null when there was one. */
  unanswered: 'refused' | 'broken' | 'hung up' | null
  /** The Location header of a 301. */
  location: string | null
}

/** An answer; status 0 means that there was none. */
interface Answer {
  status: number
  ms: number
  retryAfter: string | null
}

/** An account, and an API key of it. */
export interface Account {
  id: number
  apiKey: string
}

/** The processes and stores of a stage. */
export interface FaultStageOptions {
  /** How many processes of the API and of the worker to start; 1 by default. */
  apis?: number
  workers?: number
  /** ENGINES of each worker; `chromium,text` by default. */
  engines?: string
  /** Variables of every process, such as the URLs of a test's own stores. */
  variables?: Record<string, string>
  /** Stores that every process reaches through a relay, which can cut, slow down or hang its connections. */
  relayed?: readonly ('postgres' | 'redis')[]
}

/** Services as separate processes over temporary stores, and a record of all requests to them. */
export interface FaultStage {
  services: Services
  /** All that were ever started. */
  apis: ServiceProcess[]
  workers: ServiceProcess[]
  images: ServiceProcess
  /** The relays that `relayed` asked for. */
  relays: { postgres?: Relay; redis?: Relay }
  /** The variables of every process: REDIS_URL, REDIS_PREFIX, STORAGE_URL, … */
  variables: Readonly<Record<string, string>>
  /** TMPDIR of every process. Its name in a command line or environment marks a process as the stage's. */
  temporaryPath: string
  requests: SeenRequest[]
  /** Starts one more process, with variables of its own. */
  startApi(own?: Record<string, string>, launcher?: readonly string[]): Promise<ServiceProcess>
  startWorker(own?: Record<string, string>, launcher?: readonly string[]): Promise<ServiceProcess>
  openAccount(): Promise<Account>
  /**
   * Posts an email: a small one with a unique text unless `html` is given. `guid` is empty unless the status is 200.
   */
  postEmail(
    api: ServiceProcess,
    email?: { html?: string; account?: Pick<Account, 'apiKey'>; codes?: readonly string[] },
  ): Promise<Answer & { guid: string }>
  /**
   * Requests a preview in its `full` form. Aborting `signal` hangs up; `from` is the caller's IP address, loopback when
   * left out.
   */
  askPreview(
    api: ServiceProcess,
    guid: string,
    code?: string,
    options?: { signal?: AbortSignal; from?: string },
  ): Promise<Answer & { location: string | null }>
  /** Fetches the picture at the Location of a 301. */
  fetchPicture(location: string): Promise<{ status: number; png: Buffer }>
  /** Sends SIGCONT to all processes, then stops everything. */
  close(): Promise<void>
}

/** Starts the processes of a stage, and resolves when all are ready. */
export async function openFaultStage(options: FaultStageOptions = {}): Promise<FaultStage> {
  const { apis: apiCount = 1, workers: workerCount = 1, engines = 'chromium,text', relayed = [] } = options
  const folders = { storage: await createTestFolder(), temporary: await createTestFolder() }
  const given = {
    REDIS_URL: testVariable('TEST_REDIS_URL'),
    REDIS_PREFIX: `faults-${randomBytes(6).toString('hex')}`,
    STORAGE_URL: folders.storage.url,
    TMPDIR: folders.temporary.path,
    ...options.variables,
  }
  const relays: FaultStage['relays'] = {}
  if (relayed.includes('redis')) relays.redis = await startRelay(given.REDIS_URL)
  const variables = { ...given, ...(relays.redis && { REDIS_URL: relays.redis.url }) }
  const services = await createServices(variables)
  if (relayed.includes('postgres')) relays.postgres = await startRelay(services.database.url)
  const ways: Record<string, string> = relays.postgres ? { DATABASE_URL: relays.postgres.url } : {}

  const apis: ServiceProcess[] = []
  const workers: ServiceProcess[] = []
  const keepIn = async (
    list: ServiceProcess[],
    starting: Promise<ServiceProcess>,
  ): Promise<ServiceProcess> => {
    list.push(await starting)
    return starting
  }
  const startApi: FaultStage['startApi'] = (own = {}, launcher = []) =>
    keepIn(apis, services.startApi({ ...ways, ...own }, launcher))
  const startWorker: FaultStage['startWorker'] = (own = {}, launcher = []) =>
    keepIn(workers, services.startWorker(engines, { ...ways, ...own }, launcher))
  const [images] = await Promise.all([
    services.startImages(ways),
    ...Array.from({ length: apiCount }, () => startApi()),
    ...Array.from({ length: workerCount }, () => startWorker()),
  ])

  // A new connection for each request: a kept one to a process that has gone would fail the next request.
  const dispatcher = new Agent({ pipelining: 0, headersTimeout: 0, bodyTimeout: 0 })
  const requests: SeenRequest[] = []
  // At PROXY_TIMEOUT_MS the proxy in front would answer instead; the API's own wait is shorter.
  const previewDeadlineMs = Number(options.variables?.PROXY_TIMEOUT_MS ?? 60_000)

  async function ask(
    asked: Pick<SeenRequest, 'what' | 'address' | 'service' | 'deadlineMs'>,
    path: string,
    init: RequestInit = {},
  ): Promise<{ request: SeenRequest; answer: Answer; body: Buffer }> {
    const request: SeenRequest = { ...asked, ms: null, status: null, unanswered: null, location: null }
    requests.push(request)
    const startedAt = performance.now()
    let body = Buffer.alloc(0)
    let retryAfter: string | null = null
    try {
      const response = await fetch(`${asked.service.url}${path}`, { redirect: 'manual', dispatcher, ...init })
      body = Buffer.from(await response.arrayBuffer())
      retryAfter = response.headers.get('retry-after')
      request.location = response.headers.get('location')
      request.status = response.status
    } catch (error) {
      request.unanswered = init.signal?.aborted ? 'hung up' : isRefusal(error) ? 'refused' : 'broken'
    }
    request.ms = performance.now() - startedAt
    return { request, answer: { status: request.status ?? 0, ms: request.ms, retryAfter }, body }
  }

  return {
    services,
    apis,
    workers,
    images,
    relays,
    variables,
    temporaryPath: folders.temporary.path,
    requests,
    startApi,
    startWorker,
    openAccount: async () => {
      const deps = { db: services.database.db, clock: systemClock }
      const { id } = await createAccount(deps, { name: 'Another' })
      return { id, apiKey: await createApiKey(deps, { accountId: id }) }
    },
    postEmail: async (service, { html, account, codes } = {}) => {
      const name = randomBytes(6).toString('hex')
      const { apiKey } = account ?? services
      const email = {
        subject: name,
        html_text: html ?? `<p style="color:#06c">The email ${name}</p>`,
        plain_text: `The email ${name}`,
        ...(codes && { configurations: codes.map((client) => ({ client })) }),
      }
      const asked = { what: 'email', address: '', service, deadlineMs: uploadDeadlineMs } as const
      const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
      const headers = { ...secure, 'Content-Type': 'application/json', authorization }
      const init = { method: 'POST', headers, body: JSON.stringify(email) }
      const { request, answer, body } = await ask(asked, '/v1/emails', init)
      if (answer.status === 200)
        request.address = createdEmailBody.parse(JSON.parse(body.toString())).email_guid
      return { ...answer, guid: request.address }
    },
    askPreview: async (service, guid, code = browserClient, { signal, from } = {}) => {
      const address = `/v1/emails/${guid}/previews/${code}/full`
      const asked = { what: 'preview', address, service, deadlineMs: previewDeadlineMs } as const
      const headers = { ...secure, ...(from !== undefined && { 'X-Forwarded-For': from }) }
      const { request, answer } = await ask(asked, address, { headers, ...(signal && { signal }) })
      return { ...answer, location: request.location }
    },
    fetchPicture: async (location) => {
      const { pathname } = new URL(location)
      const asked = {
        what: 'picture',
        address: pathname,
        service: images,
        deadlineMs: pictureDeadlineMs,
      } as const
      const { answer, body } = await ask(asked, pathname, { headers: secure })
      return { status: answer.status, png: body }
    },
    close: async () => {
      for (const { process: child } of [...apis, images, ...workers]) child.kill('SIGCONT')
      await services.close()
      await dispatcher.destroy()
      await Promise.all(Object.values(relays).map((relay) => relay.close()))
      await Promise.all([folders.storage.close(), folders.temporary.close()])
    },
  }
}

const isRefusal = (error: unknown): boolean =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
