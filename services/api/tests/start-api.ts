import { randomBytes } from 'node:crypto'
import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import { createdEmailBody } from '@pas/api-contract/emails'
import { findPreviews } from '@pas/captures/find-previews'
import { countPreviews } from '@pas/captures/list-previews'
import { workerHeartbeatKey } from '@pas/captures/worker-heartbeat'
import { openDatabase, type Database } from '@pas/db/database'
import type { InFlightLimits } from '@pas/runtime/http/bodies-in-flight'
import { createReadiness } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { createLogger, type Logger } from '@pas/runtime/logger'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { httpBehindProxy } from '@pas/testing/http-behind-proxy'
import { createManualClock, type ManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase } from '@pas/testing/test-database'
import { makeRedisUrlOf } from '@pas/testing/redis-user'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder } from '@pas/testing/test-folder'
import { Redis } from 'ioredis'
import { createApp } from '../src/app'
import { createSecurityTrail, type SecurityTrail } from '../src/authentication/security-trail'
import { createChangesQueue } from '../src/emulation/emulate-in-turns'
import { startReports, type ReportDeps, type Reports } from '../src/checks/email-reports'
import { createLinkAsker } from '../src/checks/links/ask-links'
import { createCheckWork } from '../src/checks/measurements/check-work'
import { createEngineStatus } from '../src/clients/engine-status'
import { loadConfig, type ApiConfig } from '../src/config'
import type { LookupAddresses } from '../src/outbound/address-guard'
import { parseAllowList } from '../src/outbound/allow-list'
import { createOutboundNetwork } from '../src/outbound/outbound-network'
import { createAssetCompletion, type AssetCompletion } from '../src/assets/complete-assets'
import { createFairQueue, type FairQueue, type FairQueueLimits } from '@pas/runtime/fair-queue'
import { createFetchAsset } from '../src/assets/fetch-asset'
import { defaultBudgets, type FreezeBudgets } from '../src/assets/asset-budget'
import { fetchLimits } from '../src/assets/freeze-assets'
import { openEmailReader } from '../src/emulation/email-reader'
import { createLimitsOfAccount, type AccountLimits } from '../src/limits/account-limits'
import { createAccountRates } from '../src/limits/account-rates'
import { createCaptureBudget, type CaptureBudget } from '../src/limits/capture-budget'
import {
  createConnectionPlaces,
  waitLimits,
  type ConnectionPlaces,
  type PlaceLimits,
} from '../src/limits/connection-places'
import { createEmailBodies } from '../src/limits/email-bodies'
import { createOpenapiDocument } from '../src/document/openapi-document'
import type { PolledCaptureQueues } from '../src/previews/assert-queue-keeps-up'
import { createCaptureWaiters, type CaptureWaiters } from '../src/previews/capture-waiters'
import { createPictureDemand } from '../src/previews/picture-demand'
import { openCaptureQueues, type OpenedCaptureQueues } from '../src/previews/open-capture-queues'
import { findEmailsOfEffects } from '@pas/checks/check-rows'
import { listPreviewsWithEffects } from '../src/progress/previews-with-effects'
import type { createEmail } from '../src/emails/create-email'
import { createEmailArrivals } from '../src/emails/email-arrivals'
import { createEmailWatchers, type EmailWatchers } from '../src/progress/email-watchers'
import {
  createEventStreams,
  streamLimits as defaultStreamLimits,
  type EventStreams,
} from '../src/progress/event-streams'
import { createSharedRates } from '../src/shares/shared-rates'
import { listenSmtp, type SmtpListening } from '../src/smtp/listen-smtp'
import { createDeliverMessage } from '../src/webhooks/deliver-message'
import { startWebhookOutbox, type WebhookOutbox } from '../src/webhooks/webhook-outbox'
import { checkAnswers } from './check-answers'
import { readDescription, type Description } from './description'

/** The API running in this process, with real stores that only it uses. */
export interface TestApi {
  /** Ends in `/v1`. */
  url: string
  /** Ends in `/v2`. */
  userApiUrl: string
  db: Database
  databaseUrl: string
  storage: Storage
  storageUrl: string
  redisConnection: Redis
  /** A connection with all rights in Redis, for what the API itself may not do. */
  redisOfAdmin: Redis
  redisPrefix: string
  clock: ManualClock
  /** What its requests share, for what they do in the background. */
  parts: ReportDeps & Parameters<typeof createEmail>[0] & { reports: Reports; logger: Logger }
  captureQueues: PolledCaptureQueues
  auditQueue: OpenedCaptureQueues['auditQueue']
  captureWaiters: CaptureWaiters
  emailWatchers: EmailWatchers
  eventStreams: EventStreams
  fetchQueue: FairQueue
  assetCompletion: AssetCompletion
  /** Makes another `AssetCompletion` over the same stores, as another process would have. */
  openCompletion(): AssetCompletion
  captureBudget: CaptureBudget
  waitingPlaces: ConnectionPlaces
  securityTrail: SecurityTrail
  /** Sends nothing unless the API was started with `webhookAllow`. */
  webhookOutbox: Pick<WebhookOutbox, 'wake' | 'size'>
  /** Null unless the API was started with `smtp`. */
  smtp: SmtpListening | null
  accountId: number
  apiKey: string
  /** Request headers: what a proxy that terminates TLS adds, and the API key. */
  headers: Record<string, string>
  /** Writes a worker's heartbeat for this engine, without a worker. */
  pretendServed(engine: string, version?: string): Promise<void>
  close(): Promise<void>
}

export const apiUrl = 'https://api.test'
export const authUrl = 'https://auth.test'
export const imagesUrl = 'https://images.test'

const addresses = { apiUrl, authUrl, instantUrl: `${apiUrl}/v1` }

/** Read once for all APIs of a test file: compiling its schemas takes longer than starting an API. */
let description: Description | undefined

/** Higher than any test reaches unless it sets limits. */
const noLimits: AccountLimits = {
  emailsPerMinute: 1e6,
  capturesPerHour: 1e6,
  effectPicturesPerHour: 1e6,
  capturesWaiting: 1e6,
  emailBytesPerHour: 1e12,
  changesPerMinute: 1e6,
  checksPerMinute: 1e6,
}

const smtpByDefault = { port: 0, takesKeysInClear: false, openKey: null, usesProxyProtocol: false }

const noInFlightLimits: InFlightLimits = { maxBytes: 1e9, maxBytesPerOwner: 1e9 }

/**
 * Starts the API. With `webhookAllow` it sends webhooks. With `isDatabaseAway` it cannot reach Postgres, but the test
 * can. `rowPollMs`: how often requests that wait read their rows without an event.
 */
export async function startApi({
  assetAllow = '',
  boardUrl = 'https://board.test',
  linkAllow,
  spamd = null,
  webhookAllow,
  webhookTimeoutMs = 15_000,
  outside,
  longPollTimeoutMs = 10_000,
  rowPollMs,
  queueWaitLimitMs = 20_000,
  fallbackHosts = [''],
  isDatabaseAway = false,
  shared = null,
  redisUrl: givenRedisUrl = null,
  limits = {},
  inFlightLimits = {},
  fetchLimits: givenFetchLimits = {},
  freezeBudgets: givenFreezeBudgets = {},
  streamTimes,
  exportCheckMs,
  streamLimits = {},
  waitLimits: givenWaitLimits = {},
  smtp: givenSmtp,
  fetchesTrackingPixels = false,
}: {
  assetAllow?: string
  boardUrl?: string | null
  /** Left out: links are never asked. */
  linkAllow?: string
  spamd?: { host: string; port: number } | null
  webhookAllow?: string
  webhookTimeoutMs?: number
  /** The name server, the proxy and the certificates of a network; left out: this machine's, without a proxy or canary. */
  outside?: { lookup: LookupAddresses; proxy?: string; ca?: string }
  longPollTimeoutMs?: number
  rowPollMs?: number
  queueWaitLimitMs?: number
  fallbackHosts?: string[]
  isDatabaseAway?: boolean
  /** The database and clock of another service, which closes the database. */
  shared?: { db: Database; databaseUrl: string; clock: ManualClock } | null
  /** Default: the test run's Redis, with the rights of the API only. */
  redisUrl?: string | null
  limits?: Partial<AccountLimits>
  inFlightLimits?: Partial<InFlightLimits>
  fetchLimits?: Partial<FairQueueLimits>
  freezeBudgets?: Partial<FreezeBudgets>
  streamTimes?: { maxStreamMs: number; commentMs: number; credentialCheckMs: number }
  exportCheckMs?: number
  streamLimits?: Partial<PlaceLimits>
  waitLimits?: Partial<PlaceLimits>
  fetchesTrackingPixels?: boolean
  /** Left out: no mail is taken. `tls`: files of a certificate, for STARTTLS. */
  smtp?: Partial<Parameters<typeof listenSmtp>[2]> & { tls?: { certFile: string; keyFile: string } }
} = {}): Promise<TestApi> {
  const database = shared
    ? { db: shared.db, url: shared.databaseUrl, close: () => Promise.resolve() }
    : await createTestDatabase()
  const folder = await createTestFolder()
  const db = isDatabaseAway
    ? openDatabase({ url: 'postgresql://postgres@127.0.0.1:1/none', poolMax: 1 })
    : database.db
  const storage = openStorage({ kind: 'file', path: folder.path })
  const redisPrefix = `test-${randomBytes(6).toString('hex')}`
  const logger = createLogger('api')
  logger.level = process.env.LOG ?? 'silent'
  const clock = shared?.clock ?? createManualClock(new Date())
  const redisUrl = givenRedisUrl ?? (await makeRedisUrlOf('pas_api', redisPrefix))
  const redisOfAdmin = new Redis(testVariable('TEST_REDIS_URL'), { lazyConnect: true })
  const queues = await openCaptureQueues({ url: redisUrl, prefix: redisPrefix }, logger)
  const captureWaiters = createCaptureWaiters(
    queues.captureEvents,
    (ids) => findPreviews(database, ids),
    rowPollMs,
  )
  const emailArrivals = createEmailArrivals({ db, clock })
  const emailWatchers = createEmailWatchers(queues.captureEvents, {
    listPreviews: (wanted) => listPreviewsWithEffects({ db, clock }, wanted),
    countPreviews: (emailIds) => countPreviews({ db, clock }, emailIds),
    findEmailsOfEffects: (rowIds) => findEmailsOfEffects({ db }, rowIds),
  })
  const checkWork = createCheckWork({ ...queues, db, storage, clock, logger })
  const eventStreams = createEventStreams({
    emailWatchers,
    imagesUrl,
    ...(streamTimes && { times: streamTimes }),
    limits: { ...defaultStreamLimits, ...streamLimits },
  })
  const emailReader = openEmailReader(logger)
  const limitsOfAccount = createLimitsOfAccount({ db, clock, limits: { ...noLimits, ...limits } })
  const accountRates = createAccountRates({ ...queues, prefix: redisPrefix, clock, limitsOfAccount })
  const captureBudget = createCaptureBudget({ accountRates, clock })
  const waitingPlaces = createConnectionPlaces('waiting requests', { ...waitLimits, ...givenWaitLimits })
  const securityTrail = createSecurityTrail({ db: database.db, clock, logger })
  const allowedWebhooks = parseAllowList(webhookAllow ?? '')
  const config: ApiConfig = {
    ...loadConfig({
      PORT: '1',
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: redisPrefix,
      STORAGE_URL: folder.url,
      API_URL: apiUrl,
      INSTANT_URL: addresses.instantUrl,
      AUTH_URL: authUrl,
      IMAGES_URL: imagesUrl,
      OUTBOUND_PROXY: outside?.proxy,
    }),
    http: httpBehindProxy,
    fetchesTrackingPixels,
    boardUrl,
    webhookAllow: allowedWebhooks,
    spamd,
    fallbackHosts: new Set(fallbackHosts),
    longPollTimeoutMs,
    queueWaitLimitMs,
    defaultEmailClients: ['GMAILNEW', 'PLAINTEXT'],
  }
  const network = outside
    ? {
        ...createOutboundNetwork(config.outbound, logger, outside.lookup),
        ...(outside.ca !== undefined && { ca: outside.ca }),
      }
    : {}
  const fetchAsset = createFetchAsset({ assetAllow: parseAllowList(assetAllow), ...network })
  const fetchQueue = createFairQueue({ ...fetchLimits, ...givenFetchLimits })
  const freezing = {
    fetchAsset,
    fetchQueue,
    freezeBudgets: { ...defaultBudgets, ...givenFreezeBudgets },
    emailReader,
  }
  const openCompletion = (): AssetCompletion =>
    createAssetCompletion({ ...freezing, db, storage, clock, accountRates })
  const assetCompletion = openCompletion()
  const webhookOutbox: Pick<WebhookOutbox, 'wake' | 'size' | 'close'> =
    webhookAllow === undefined
      ? { wake: () => undefined, size: 0, close: () => Promise.resolve() }
      : startWebhookOutbox({
          ...queues,
          db,
          clock,
          logger,
          deliverMessage: createDeliverMessage({
            clock,
            imagesUrl,
            webhookAllow: allowedWebhooks,
            timeoutMs: webhookTimeoutMs,
            ...network,
          }),
        })
  const requestParts = {
    config,
    db,
    storage,
    clock,
    logger,
    ...freezing,
    linkAsker:
      linkAllow === undefined
        ? null
        : createLinkAsker({
            linkAllow: parseAllowList(linkAllow),
            followTrackers: false,
            clock,
            ...network,
          }),
    assetCompletion,
    captureQueues: queues.captureQueues,
    auditQueue: queues.auditQueue,
    captureWaiters,
    pictureDemand: createPictureDemand(queues.captureEvents, captureWaiters),
    checkWork,
    emailArrivals,
    emailWatchers,
    eventStreams,
    engineStatus: createEngineStatus({ redisConnection: queues.redisConnection, prefix: redisPrefix, clock }),
    accountRates,
    captureBudget,
    changesQueue: createChangesQueue(emailReader),
    waitingPlaces,
    sharedRates: createSharedRates({ ...queues, prefix: redisPrefix }),
    emailBodies: createEmailBodies({ clock, limits: { ...noInFlightLimits, ...inFlightLimits } }),
    limitsOfAccount,
    securityTrail,
    webhookOutbox,
  }
  const reports = startReports(requestParts)
  const parts = { ...requestParts, reports }
  const app = createApp(parts, createReadiness(), [], exportCheckMs)
  description ??= readDescription(createOpenapiDocument(addresses))
  const checked = checkAnswers(app, description)
  const listening = await listen(checked.listener, config.http)
  const { tls = null, ...smtpOptions } = givenSmtp ?? {}
  const smtp =
    givenSmtp === undefined
      ? null
      : await listenSmtp(
          parts,
          { ...config.http, tls },
          { ...smtpByDefault, ...smtpOptions, hostName: 'api.test' },
        )
  const { id: accountId } = await createAccount({ db: database.db, clock }, { name: 'Test' })
  const apiKey = await createApiKey({ db: database.db, clock }, { accountId })

  return {
    url: `http://127.0.0.1:${listening.port}/v1`,
    userApiUrl: `http://127.0.0.1:${listening.port}/v2`,
    db: database.db,
    databaseUrl: database.url,
    storage,
    storageUrl: folder.url,
    redisConnection: queues.redisConnection,
    redisOfAdmin,
    redisPrefix,
    clock,
    captureQueues: queues.captureQueues,
    auditQueue: queues.auditQueue,
    parts,
    captureWaiters,
    emailWatchers,
    eventStreams,
    fetchQueue,
    assetCompletion,
    openCompletion,
    captureBudget,
    waitingPlaces,
    securityTrail,
    webhookOutbox,
    smtp,
    accountId,
    apiKey,
    headers: {
      'X-Forwarded-Proto': 'https',
      Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
    },
    pretendServed: async (engine, version = '1') => {
      const beat = JSON.stringify({ workerId: 'test', engine, version, drawnBy: 'test' })
      await redisOfAdmin.zadd(`${redisPrefix}:${workerHeartbeatKey(engine)}`, clock.now().getTime(), beat)
    },
    close: async () => {
      redisOfAdmin.disconnect()
      await webhookOutbox.close()
      emailWatchers.close()
      emailArrivals.close()
      eventStreams.close()
      await smtp?.close(1)
      await listening.close()
      await reports.close()
      await checkWork.close()
      await assetCompletion.close()
      await securityTrail.settled()
      captureWaiters.close()
      await queues.close()
      await emailReader.close()
      storage.close()
      if (isDatabaseAway) await db.$disconnect()
      await database.close()
      await folder.close()
      checked.assertAllDescribed()
    },
  }
}

/** Posts an email; resolves to its guid. */
export async function postEmail(
  api: TestApi,
  body: Record<string, unknown>,
  headers = api.headers,
): Promise<string> {
  const response = await fetch(`${api.url}/emails`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (response.status !== 200)
    throw new Error(`POST /emails answered ${response.status}: ${JSON.stringify(answer)}`)
  return createdEmailBody.parse(answer).email_guid
}
