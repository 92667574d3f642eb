import { defaultEmailClients } from '@pas/email-clients/default-email-clients'
import { allowList } from '@pas/outbound/allow-list'
import { checkHttpVariables, httpConfig, httpVariables, stopConfig } from '@pas/runtime/http/http-config'
import {
  databaseConfig,
  databaseVariables,
  httpsUrl,
  parseConfig,
  redisConfig,
  redisVariables,
  startVariables,
  wholeNumber,
} from '@pas/runtime/config'
import { checkStorageVariables, storageConfig, storageVariables } from '@pas/storage/open-storage'
import { z } from 'zod'
import { maxAssetBytes, maxEmailBodyBytes } from './limits/max-email-bytes'
import { fallbackHosts } from './previews/fallback-hosts'

const mebibyte = 1024 * 1024

const schema = z
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
    BOARD_URL: httpsUrl.optional(),
    DEFAULT_EMAIL_CLIENTS: defaultEmailClients,
    ASSET_ALLOW: allowList,
    WEBHOOK_ALLOW: allowList,
    FALLBACK_HOSTS: fallbackHosts,
    CAPTURE_TIMEOUT_MS: wholeNumber().default(20_000), // below JOB_TIMEOUT_MS
    JOB_TIMEOUT_MS: wholeNumber().default(30_000), // below LONG_POLL_TIMEOUT_MS
    LONG_POLL_TIMEOUT_MS: wholeNumber().default(45_000), // below PROXY_TIMEOUT_MS
    PROXY_TIMEOUT_MS: wholeNumber().default(60_000), // the request timeout of the proxy in front
    QUEUE_WAIT_LIMIT_MS: wholeNumber().optional(), // below LONG_POLL_TIMEOUT_MS; half of it when not set
    RECONCILE_INTERVAL_MS: wholeNumber().default(5_000),
    RETENTION_INTERVAL_MS: wholeNumber().default(60_000),
    // Per account; `pas account limits` gives single accounts limits of their own.
    EMAILS_PER_MINUTE: wholeNumber().default(600),
    CAPTURES_PER_HOUR: wholeNumber().default(20_000),
    CAPTURES_WAITING: wholeNumber().default(2_000), // per engine
    EMAIL_BYTES_PER_HOUR: wholeNumber(maxEmailBodyBytes + maxAssetBytes).default(10 * 1024 * mebibyte),
    CHANGES_PER_MINUTE: wholeNumber().default(60), // of share links, webhooks and names of emails, per account
    BODY_BYTES_IN_FLIGHT: wholeNumber(12 * mebibyte).default(64 * mebibyte), // per process
    // At most BODY_BYTES_IN_FLIGHT; a quarter of it, and at least the largest body, when not set.
    BODY_BYTES_IN_FLIGHT_PER_ACCOUNT: wholeNumber(maxEmailBodyBytes).optional(),
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
    if ((env.BODY_BYTES_IN_FLIGHT_PER_ACCOUNT ?? 0) > env.BODY_BYTES_IN_FLIGHT) {
      const message = `must be at least BODY_BYTES_IN_FLIGHT_PER_ACCOUNT (${env.BODY_BYTES_IN_FLIGHT_PER_ACCOUNT})`
      context.addIssue({ code: 'custom', path: ['BODY_BYTES_IN_FLIGHT'], message })
    }
    for (const [index, outer] of nested.slice(1).entries()) {
      const inner = nested[index]
      if (inner && env[inner] >= env[outer])
        context.addIssue({ code: 'custom', path: [outer], message: `must be above ${inner} (${env[inner]})` })
    }
  })
  .transform((env) => ({
    http: httpConfig(env),
    stop: stopConfig(env),
    database: databaseConfig(env),
    /** How long the process waits at start for each store that it needs. */
    startTimeoutMs: env.START_TIMEOUT_MS,
    redis: redisConfig(env),
    storage: storageConfig(env),
    /** The user API is at `/v2` below this URL. All four URLs are without a trailing slash. */
    apiUrl: env.API_URL,
    /** The instant interface; ends in `/v1`. */
    instantUrl: env.INSTANT_URL,
    imagesUrl: env.IMAGES_URL,
    /** The board, whose pages open share links; null: there is none, and no links are made. */
    boardUrl: env.BOARD_URL ?? null,
    /** The auth service, which has the client settings page. */
    authUrl: env.AUTH_URL,
    /** Codes of the email clients for a user who has not chosen any. */
    defaultEmailClients: env.DEFAULT_EMAIL_CLIENTS,
    assetAllow: env.ASSET_ALLOW,
    /** Hosts and addresses that webhooks may be sent to although they are not public, also over http. */
    webhookAllow: env.WEBHOOK_ALLOW,
    /** Hosts that `fallback_url` may name in requests for any account's emails. */
    fallbackHosts: env.FALLBACK_HOSTS,
    longPollTimeoutMs: env.LONG_POLL_TIMEOUT_MS,
    /** When captures have waited this long for their engine, requests for new ones are refused. */
    queueWaitLimitMs: env.QUEUE_WAIT_LIMIT_MS ?? env.LONG_POLL_TIMEOUT_MS / 2,
    /** How often the reconciler and retention run, in one process at a time. */
    scheduled: {
      reconcileIntervalMs: env.RECONCILE_INTERVAL_MS,
      retentionIntervalMs: env.RETENTION_INTERVAL_MS,
    },
    /** Limits of an account that has none of its own. */
    limits: {
      emailsPerMinute: env.EMAILS_PER_MINUTE,
      capturesPerHour: env.CAPTURES_PER_HOUR,
      /**
       * Unfinished captures per engine that the account itself requested. Callers without a credential may have half as
       * many in addition.
       */
      capturesWaiting: env.CAPTURES_WAITING,
      /** Bytes of emails and their assets that are stored. */
      emailBytesPerHour: env.EMAIL_BYTES_PER_HOUR,
      /** Requests that make, change or end share links and webhooks. No account has a limit of its own. */
      changesPerMinute: env.CHANGES_PER_MINUTE,
    },
    /**
     * Bytes of request bodies that this process may hold at a time. The share of an account, unless it is configured, is
     * the largest body or a quarter of the sum, whichever is more.
     */
    inFlightLimits: {
      maxBytes: env.BODY_BYTES_IN_FLIGHT,
      maxBytesPerOwner:
        env.BODY_BYTES_IN_FLIGHT_PER_ACCOUNT ??
        Math.max(maxEmailBodyBytes, Math.floor(env.BODY_BYTES_IN_FLIGHT / 4)),
    },
  }))

/** The API's configuration; read once, in `main.ts`. */
export type ApiConfig = z.output<typeof schema>

/** Throws a `ConfigError` naming every variable at fault. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): ApiConfig =>
  parseConfig(schema, env)
