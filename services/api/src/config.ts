import { defaultEmailClients } from '@pas/email-clients/default-email-clients'
import { allowList, type AllowList } from '@pas/outbound/allow-list'
import {
  checkHttpVariables,
  httpConfig,
  httpVariables,
  stopConfig,
  type HttpConfig,
  type StopConfig,
} from '@pas/runtime/http/http-config'
import {
  databaseVariables,
  httpsUrl,
  parseConfig,
  redisVariables,
  startVariables,
  wholeNumber,
} from '@pas/runtime/config'
import {
  checkStorageVariables,
  storageConfig,
  storageVariables,
  type StorageConfig,
} from '@pas/storage/open-storage'
import { z } from 'zod'
import { fallbackHosts } from './previews/fallback-hosts'
import type { AccountLimits } from './limits/account-limits'
import type { InFlightLimits } from './limits/bodies-in-flight'

const mebibyte = 1024 * 1024

const variables = z
  .object({
    ...httpVariables,
    ...storageVariables,
    ...databaseVariables,
    ...startVariables,
    ...redisVariables,
    AUTH_URL: httpsUrl,
    API_URL: httpsUrl,
    INSTANT_URL: httpsUrl.refine((url) => url.endsWith('/v1'), 'must end in /v1'),
    IMAGES_URL: httpsUrl,
    DEFAULT_EMAIL_CLIENTS: defaultEmailClients,
    ASSET_ALLOW: allowList,
    FALLBACK_HOSTS: fallbackHosts,
    CAPTURE_TIMEOUT_MS: wholeNumber().default(20_000), // below JOB_TIMEOUT_MS
    JOB_TIMEOUT_MS: wholeNumber().default(30_000), // below LONG_POLL_TIMEOUT_MS
    LONG_POLL_TIMEOUT_MS: wholeNumber().default(45_000), // below PROXY_TIMEOUT_MS
    PROXY_TIMEOUT_MS: wholeNumber().default(60_000), // the request timeout of the proxy in front
    QUEUE_WAIT_LIMIT_MS: wholeNumber().optional(), // below LONG_POLL_TIMEOUT_MS; half of it when not set
    RECONCILE_INTERVAL_MS: wholeNumber().default(5_000),
    RETENTION_INTERVAL_MS: wholeNumber().default(60_000),
    EMAILS_PER_MINUTE: wholeNumber().default(600), // per account
    CAPTURES_PER_HOUR: wholeNumber().default(20_000), // per account
    CAPTURES_WAITING: wholeNumber().default(2_000), // per account and engine
    BODY_BYTES_IN_FLIGHT: wholeNumber().default(64 * mebibyte), // per process
    BODY_BYTES_IN_FLIGHT_PER_ACCOUNT: wholeNumber(10 * mebibyte).default(32 * mebibyte), // at most BODY_BYTES_IN_FLIGHT
  })
  .superRefine(checkHttpVariables)
  .superRefine(checkStorageVariables)
  .superRefine((env, context) => {
    const nested = [
      'CAPTURE_TIMEOUT_MS',
      'JOB_TIMEOUT_MS',
      'LONG_POLL_TIMEOUT_MS',
      'PROXY_TIMEOUT_MS',
    ] as const
    if ((env.QUEUE_WAIT_LIMIT_MS ?? 0) >= env.LONG_POLL_TIMEOUT_MS) {
      const message = `must be below LONG_POLL_TIMEOUT_MS (${env.LONG_POLL_TIMEOUT_MS})`
      context.addIssue({ code: 'custom', path: ['QUEUE_WAIT_LIMIT_MS'], message })
    }
    if (env.BODY_BYTES_IN_FLIGHT_PER_ACCOUNT > env.BODY_BYTES_IN_FLIGHT) {
      const message = `must be at least BODY_BYTES_IN_FLIGHT_PER_ACCOUNT (${env.BODY_BYTES_IN_FLIGHT_PER_ACCOUNT})`
      context.addIssue({ code: 'custom', path: ['BODY_BYTES_IN_FLIGHT'], message })
    }
    for (const [index, outer] of nested.slice(1).entries()) {
      const inner = nested[index]
      if (inner && env[inner] >= env[outer])
        context.addIssue({ code: 'custom', path: [outer], message: `must be above ${inner} (${env[inner]})` })
    }
  })

/** The API's configuration; read once, in `main.ts`. */
export interface ApiConfig {
  http: HttpConfig
  stop: StopConfig
  database: { url: string; poolMax: number }
  /** How long the process waits at start for each store that it needs. */
  startTimeoutMs: number
  redis: { url: string; prefix: string }
  storage: StorageConfig
  /** The user API is at `/v2` below this URL. All four URLs are without a trailing slash. */
  apiUrl: string
  /** The instant interface; ends in `/v1`. */
  instantUrl: string
  imagesUrl: string
  /** The auth service, which has the client settings page. */
  authUrl: string
  /** Codes of the email clients for a user who has not chosen any. */
  defaultEmailClients: readonly string[]
  assetAllow: AllowList
  /** Hosts that `fallback_url` may name in requests for any account's emails. */
  fallbackHosts: ReadonlySet<string>
  longPollTimeoutMs: number
  /** When captures have waited this long for their engine, requests for new ones are refused. */
  queueWaitLimitMs: number
  /** How often the reconciler and retention run, in one process at a time. */
  scheduled: { reconcileIntervalMs: number; retentionIntervalMs: number }
  /** Per account. */
  limits: AccountLimits
  inFlightLimits: InFlightLimits
}

/** Throws a `ConfigError` naming every variable at fault. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): ApiConfig {
  const parsed = parseConfig(variables, env)
  return {
    http: httpConfig(parsed),
    stop: stopConfig(parsed),
    database: { url: parsed.DATABASE_URL, poolMax: parsed.DATABASE_POOL },
    startTimeoutMs: parsed.START_TIMEOUT_MS,
    redis: { url: parsed.REDIS_URL, prefix: parsed.REDIS_PREFIX },
    storage: storageConfig(parsed),
    apiUrl: parsed.API_URL,
    instantUrl: parsed.INSTANT_URL,
    imagesUrl: parsed.IMAGES_URL,
    authUrl: parsed.AUTH_URL,
    defaultEmailClients: parsed.DEFAULT_EMAIL_CLIENTS,
    assetAllow: parsed.ASSET_ALLOW,
    fallbackHosts: parsed.FALLBACK_HOSTS,
    longPollTimeoutMs: parsed.LONG_POLL_TIMEOUT_MS,
    queueWaitLimitMs: parsed.QUEUE_WAIT_LIMIT_MS ?? parsed.LONG_POLL_TIMEOUT_MS / 2,
    scheduled: {
      reconcileIntervalMs: parsed.RECONCILE_INTERVAL_MS,
      retentionIntervalMs: parsed.RETENTION_INTERVAL_MS,
    },
    limits: {
      emailsPerMinute: parsed.EMAILS_PER_MINUTE,
      capturesPerHour: parsed.CAPTURES_PER_HOUR,
      capturesWaiting: parsed.CAPTURES_WAITING,
    },
    inFlightLimits: {
      bodyBytesInFlight: parsed.BODY_BYTES_IN_FLIGHT,
      bodyBytesInFlightPerAccount: parsed.BODY_BYTES_IN_FLIGHT_PER_ACCOUNT,
    },
  }
}
