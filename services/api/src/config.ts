import { defaultEmailClients } from '@pas/email-clients/default-email-clients'
import { allowList } from './outbound/allow-list'
import { addressSettings } from '@pas/settings/addresses'
import { emailClientSettings } from '@pas/settings/default-email-clients'
import { checkHttp, httpConfig, httpSettings, lifecycleConfig } from '@pas/settings/http'
import { checkLimits, limitSettings } from '@pas/settings/limits'
import { maxEmailBodyBytes } from '@pas/settings/max-email-bytes'
import { outsideSettings } from '@pas/settings/outside'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import { smtpConfig, smtpSettings } from '@pas/settings/smtp'
import {
  checkStorage,
  databaseConfig,
  ratesConfig,
  redisConfig,
  storageSettings,
  storeSettings,
} from '@pas/settings/stores'
import { checkTimes, timeSettings } from '@pas/settings/times'
import { storageConfig, storageLocation } from '@pas/storage/storage-config'
import type { z } from 'zod'

export const variables = variablesOf(
  'api',
  {
    ...httpSettings,
    ...storeSettings,
    ...storageSettings,
    ...addressSettings,
    ...emailClientSettings,
    ...outsideSettings,
    ...timeSettings,
    ...limitSettings,
    ...smtpSettings,
  },
  {
    STORAGE_URL: storageLocation,
    DEFAULT_EMAIL_CLIENTS: defaultEmailClients,
    ASSET_ALLOW: allowList,
    WEBHOOK_ALLOW: allowList,
    LINK_ALLOW: allowList,
  },
).partial({ BOARD_URL: true })

const schema = variables
  .superRefine(checkHttp)
  .superRefine(checkStorage)
  .superRefine(checkTimes)
  .superRefine(checkLimits)
  .transform((env) => ({
    http: httpConfig(env),
    /** Null: no mail is taken. */
    smtp: smtpConfig(env),
    ...lifecycleConfig(env),
    database: databaseConfig(env),
    redis: redisConfig(env),
    rates: ratesConfig(env),
    storage: storageConfig(env),
    /** The user API is at `/v2` below it. No URL here ends in a slash. */
    apiUrl: env.API_URL,
    /** The instant interface; ends in `/v1`. */
    instantUrl: env.INSTANT_URL,
    imagesUrl: env.IMAGES_URL,
    /** Null: there is no board, so no share links are made. */
    boardUrl: env.BOARD_URL ?? null,
    authUrl: env.AUTH_URL,
    defaultEmailClients: env.DEFAULT_EMAIL_CLIENTS,
    outbound: {
      proxy: env.OUTBOUND_PROXY,
      /** A public host name. If it is unknown, the network knows no public names. */
      canary: env.OUTBOUND_CANARY,
    },
    assetAllow: env.ASSET_ALLOW,
    fetchesTrackingPixels: env.FETCH_TRACKING_PIXELS,
    /** Private networks to which webhooks may be sent, also over http. */
    webhookAllow: env.WEBHOOK_ALLOW,
    links: {
      areAsked: env.LINK_CHECKS,
      /** Private networks whose links are asked. */
      allow: env.LINK_ALLOW,
      followTrackers: env.LINK_FOLLOW_TRACKERS,
    },
    /** Hosts that `fallback_url` may name in requests for any account's emails. */
    fallbackHosts: env.FALLBACK_HOSTS,
    /** SpamAssassin's spamd; null: emails are not checked for spam. */
    spamd: env.SPAMD ?? null,
    longPollTimeoutMs: env.LONG_POLL_TIMEOUT_MS,
    /** Requests for new captures are refused when others have waited this long for the engine. */
    queueWaitLimitMs: env.QUEUE_WAIT_LIMIT_MS ?? env.LONG_POLL_TIMEOUT_MS / 2,
    scheduled: {
      reconcileIntervalMs: env.RECONCILE_INTERVAL_MS,
      retentionIntervalMs: env.RETENTION_INTERVAL_MS,
    },
    /** Limits of an account that has none of its own. */
    limits: {
      emailsPerMinute: env.EMAILS_PER_MINUTE,
      capturesPerHour: env.CAPTURES_PER_HOUR,
      effectPicturesPerHour: env.EFFECT_PICTURES_PER_HOUR,
      /** Unfinished captures per engine. Callers without a credential may have half as many in addition. */
      capturesWaiting: env.CAPTURES_WAITING,
      emailBytesPerHour: env.EMAIL_BYTES_PER_HOUR,
      /** Requests that change share links and webhooks. No account has a limit of its own. */
      changesPerMinute: env.CHANGES_PER_MINUTE,
      checksPerMinute: env.CHECKS_PER_MINUTE,
    },
    /**
     * Bytes of request bodies in this process. By default an account may hold a quarter, and at least one body of the
     * largest size.
     */
    inFlightLimits: {
      maxBytes: env.BODY_BYTES_IN_FLIGHT,
      maxBytesPerOwner:
        env.BODY_BYTES_IN_FLIGHT_PER_ACCOUNT ??
        Math.max(maxEmailBodyBytes, Math.floor(env.BODY_BYTES_IN_FLIGHT / 4)),
    },
  }))

export type ApiConfig = z.output<typeof schema>

/** Throws a `ConfigError` naming every variable at fault. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): ApiConfig =>
  parseConfig(schema, env)
