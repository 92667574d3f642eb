import { setImmediate as nextTurn } from 'node:timers/promises'
import { findPreviews } from '@pas/captures/find-previews'
import { countPreviews } from '@pas/captures/list-previews'
import { neededDatabase, openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { Logger } from '@pas/runtime/logger'
import { neededRedis, openRedis, untilNotRefused } from '@pas/runtime/open-redis'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { openStorage } from '@pas/storage/open-storage'
import { defaultBudgets } from './assets/asset-budget'
import { createAssetCompletion } from './assets/complete-assets'
import { fetchLimits } from './assets/freeze-assets'
import { createSecurityTrail } from './authentication/security-trail'
import { createCheckWork } from './checks/measurements/check-work'
import { startReports } from './checks/email-reports'
import { createEmailArrivals } from './emails/email-arrivals'
import { createEngineStatus } from './clients/engine-status'
import type { ApiConfig } from './config'
import { createLimitsOfAccount } from './limits/account-limits'
import { createAccountRates } from './limits/account-rates'
import { createCaptureBudget } from './limits/capture-budget'
import { createConnectionPlaces, waitLimits } from './limits/connection-places'
import { createEmailBodies } from './limits/email-bodies'
import { createOutboundNetwork } from './outbound/outbound-network'
import { createCaptureWaiters } from './previews/capture-waiters'
import { createPictureDemand } from './previews/picture-demand'
import { openCaptureQueues } from './previews/open-capture-queues'
import { findEmailsOfEffects } from '@pas/checks/check-rows'
import { listPreviewsWithEffects } from './progress/previews-with-effects'
import { createEmailWatchers } from './progress/email-watchers'
import { createEventStreams } from './progress/event-streams'
import { createChangesQueue } from './emulation/emulate-in-turns'
import { openEmailReader, type EmailReader } from './emulation/email-reader'
import { createSharedRates } from './shares/shared-rates'
import { startWebhookOutbox } from './webhooks/webhook-outbox'

/**
 * Waits `START_TIMEOUT_MS` for each store. The Redis that counts requests may be away: then nothing is limited.
 */
export async function openStores(config: ApiConfig, logger: Logger) {
  const db = openDatabase(config.database)
  const storage = openStorage(config.storage)
  const checkDatabase = (): Promise<unknown> => db.$queryRaw`SELECT 1`
  const startLimits = { timeoutMs: config.startTimeoutMs, logger }
  const { rates } = config
  const ratesConnection = openRedis(rates.url, logger)
  const [queues] = await Promise.all([
    untilStoreComes(neededRedis, startLimits, () => openCaptureQueues(config.redis, logger)),
    untilStoreComes(neededDatabase, startLimits, checkDatabase),
    untilStoreComes({ ...neededRedis, variable: rates.variable }, startLimits, () =>
      untilNotRefused(ratesConnection),
    ),
  ])
  return { db, storage, queues, ratesConnection, checkDatabase }
}

/** Starts to send webhook messages and to make reports. */
export function createParts(
  config: ApiConfig,
  { db, storage, queues, ratesConnection }: Awaited<ReturnType<typeof openStores>>,
  logger: Logger,
) {
  const clock = systemClock
  const { imagesUrl, assetAllow, webhookAllow } = config
  const network = createOutboundNetwork(config.outbound, logger)
  const { captureQueues, auditQueue, captureEvents, redisConnection } = queues
  const { prefix } = config.redis
  const emailWatchers = createEmailWatchers(captureEvents, {
    listPreviews: (filter) => listPreviewsWithEffects({ db, clock }, filter),
    countPreviews: (emailIds) => countPreviews({ db, clock }, emailIds),
    findEmailsOfEffects: (rowIds) => findEmailsOfEffects({ db }, rowIds),
  })
  const limitsOfAccount = createLimitsOfAccount({ db, clock, limits: config.limits })
  const accountRates = createAccountRates({
    redisConnection: ratesConnection,
    prefix,
    clock,
    limitsOfAccount,
  })
  const freezeDeps = {
    fetchAsset: loadOnFirstCall(async () =>
      (await loadFetchAsset()).createFetchAsset({ assetAllow, ...network }),
    ),
    fetchQueue: createFairQueue(fetchLimits),
    freezeBudgets: defaultBudgets,
    emailReader: openEmailReader(logger),
  }
  const { areAsked, allow: linkAllow, followTrackers } = config.links
  const askLinks = loadOnFirstCall(async () => {
    const { createLinkAsker } = await import('./checks/links/ask-links')
    return createLinkAsker({ linkAllow, followTrackers, clock, ...network })
  })
  const deliverMessage = loadOnFirstCall(async () => {
    const { createDeliverMessage } = await import('./webhooks/deliver-message')
    return createDeliverMessage({ clock, imagesUrl, webhookAllow, ...network })
  })
  const captureWaiters = createCaptureWaiters(captureEvents, (previewIds) => findPreviews({ db }, previewIds))
  const parts = {
    config,
    db,
    storage,
    clock,
    logger,
    ...freezeDeps,
    linkAsker: areAsked ? askLinks : null,
    assetCompletion: createAssetCompletion({ ...freezeDeps, db, storage, clock, accountRates }),
    captureQueues,
    auditQueue,
    captureWaiters,
    pictureDemand: createPictureDemand(captureEvents, captureWaiters),
    emailWatchers,
    emailArrivals: createEmailArrivals({ db, clock }),
    checkWork: createCheckWork({ db, storage, clock, logger, captureEvents }),
    waitingPlaces: createConnectionPlaces('waiting requests', waitLimits),
    eventStreams: createEventStreams({ emailWatchers, imagesUrl }),
    engineStatus: createEngineStatus({ redisConnection, prefix, clock }),
    sharedRates: createSharedRates({ redisConnection: ratesConnection, prefix }),
    accountRates,
    captureBudget: createCaptureBudget({ accountRates, clock }),
    changesQueue: createChangesQueue(freezeDeps.emailReader),
    emailBodies: createEmailBodies({ clock, limits: config.inFlightLimits }),
    limitsOfAccount,
    securityTrail: createSecurityTrail({ db, clock, logger }),
    webhookOutbox: startWebhookOutbox({ captureEvents, db, clock, logger, deliverMessage }),
  }
  return { ...parts, reports: startReports(parts) }
}

/**
 * Loads what only uploads need, once the process listens. Each load blocks the event loop, so requests are answered in
 * between.
 */
export async function warmUp({ emailReader }: { emailReader: Pick<EmailReader, 'warmUp'> }): Promise<void> {
  await nextTurn()
  await emailReader.warmUp()
  await nextTurn()
  await loadFetchAsset()
}

const loadFetchAsset = () => import('./assets/fetch-asset')

function loadOnFirstCall<Given extends unknown[], Answer>(
  load: () => Promise<(...given: Given) => Promise<Answer>>,
): (...given: Given) => Promise<Answer> {
  let loading: ReturnType<typeof load> | undefined
  return async (...given) => (await (loading ??= load()))(...given)
}
