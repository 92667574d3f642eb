import { defaultEmailClients } from '@pas/email-clients/default-email-clients'
import { mailbox } from '@pas/mail/mailbox'
import { addressSettings } from '@pas/settings/addresses'
import { emailClientSettings } from '@pas/settings/default-email-clients'
import { checkHttp, httpConfig, httpSettings, lifecycleConfig } from '@pas/settings/http'
import { limitSettings } from '@pas/settings/limits'
import { checkMail, mailConfig, mailSettings } from '@pas/settings/mail'
import { checkOpenid, openidConfig, openidSettings } from '@pas/settings/openid'
import { parseConfig } from '@pas/settings/parse-config'
import { productConfig, productSettings } from '@pas/settings/product'
import { variablesOf } from '@pas/settings/setting'
import { signInSettings } from '@pas/settings/sign-in'
import { checkRates, databaseConfig, ratesConfig, storeSettings } from '@pas/settings/stores'
import type { z } from 'zod'

/** `REDIS_URL` may be absent only with `RATES_REDIS_URL`: `checkRates` demands one of them. */
export const variables = variablesOf(
  'auth',
  {
    ...httpSettings,
    ...storeSettings,
    ...mailSettings,
    ...productSettings,
    ...addressSettings,
    ...signInSettings,
    ...openidSettings,
    ...emailClientSettings,
    ...limitSettings,
  },
  { SMTP_FROM: mailbox.optional(), DEFAULT_EMAIL_CLIENTS: defaultEmailClients },
).partial({ BOARD_URL: true, REDIS_URL: true })

const schema = variables
  .superRefine(checkHttp)
  .superRefine(checkRates)
  .superRefine(checkMail)
  .superRefine(checkOpenid)
  .transform((env) => ({
    http: httpConfig(env),
    ...lifecycleConfig(env),
    database: databaseConfig(env),
    rates: ratesConfig(env),
    /** `url` null: which email clients can be drawn is not known here. */
    queues: { url: env.REDIS_URL ?? null, prefix: env.REDIS_PREFIX },
    /** Without a trailing slash. */
    authUrl: env.AUTH_URL,
    /** Without a trailing slash; null without a board. */
    boardUrl: env.BOARD_URL ?? null,
    sessionSecret: env.SESSION_SECRET,
    /** Null without SMTP_URL: the operator then passes one-time links on. */
    mail: mailConfig(env),
    product: productConfig(env),
    /** The newest first (ADR 37). */
    encryptionKeys: env.ENCRYPTION_KEYS,
    /** Null without an OpenID provider. */
    openid: openidConfig(env),
    accessTokenTtlSeconds: env.ACCESS_TOKEN_TTL_S,
    /** The popular set, for users who have not chosen. */
    defaultEmailClients: env.DEFAULT_EMAIL_CLIENTS,
    /** Of an account that has none of its own, as api applies them. */
    accountLimits: {
      emailsPerMinute: env.EMAILS_PER_MINUTE,
      capturesPerHour: env.CAPTURES_PER_HOUR,
      capturesWaiting: env.CAPTURES_WAITING,
      emailBytesPerHour: env.EMAIL_BYTES_PER_HOUR,
      checksPerMinute: env.CHECKS_PER_MINUTE,
    },
    /** Failures after which attempts are refused (docs/contract.md §4.19). */
    limits: {
      signInFailuresPerAccount: env.SIGN_IN_FAILURES_PER_ACCOUNT,
      signInFailuresPerAddress: env.SIGN_IN_FAILURES_PER_ADDRESS,
      signInFailuresPerDay: env.SIGN_IN_FAILURES_PER_ACCOUNT_A_DAY,
      tokenFailures: env.TOKEN_FAILURES,
    },
  }))

export type AuthConfig = z.output<typeof schema>

/** Throws a `ConfigError` that names every variable at fault. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): AuthConfig =>
  parseConfig(schema, env)
