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
import { checkHttpVariables, httpConfig, httpVariables, stopConfig } from '@pas/runtime/http/http-config'
import { checkMailVariables, mailConfig, mailVariables } from '@pas/mail/mail-config'
import { sealingKeys } from '@pas/pages/sealing/sealing-keys'
import { productConfig, productVariables } from '@pas/runtime/product-config'
import { defaultEmailClients } from '@pas/email-clients/default-email-clients'
import { z } from 'zod'
import { checkOpenidVariables, openidConfig, openidVariables } from './openid/openid-variables'

const schema = z
  .object({
    ...httpVariables,
    ...databaseVariables,
    ...startVariables,
    ...redisVariables,
    ...mailVariables,
    ...productVariables,
    AUTH_URL: httpsUrl,
    BOARD_URL: httpsUrl.optional(),
    /** Signs session cookies and form tokens. All auth processes of an installation need the same value. */
    SESSION_SECRET: z.string().min(32, 'must have at least 32 random characters'),
    /**
     * Keys that encrypt the secrets of second factors and the cookies of unfinished sign-ins, the newest first (ADR
     * 37). All auth processes of an installation need the same value.
     */
    ENCRYPTION_KEYS: sealingKeys,
    ...openidVariables,
    ACCESS_TOKEN_TTL_S: wholeNumber().default(7_200),
    DEFAULT_EMAIL_CLIENTS: defaultEmailClients,
    // Failures allowed in 15 minutes (docs/contract.md §4.19).
    SIGN_IN_FAILURES_PER_ACCOUNT: wholeNumber().default(10), // per e-mail address and IP address, or known device
    SIGN_IN_FAILURES_PER_ADDRESS: wholeNumber().default(50), // per IP address
    TOKEN_FAILURES: wholeNumber().default(100), // invalid_client per application and address; also refusals per address
    // Failures allowed in 24 hours, per e-mail address from everywhere but known devices.
    SIGN_IN_FAILURES_PER_ACCOUNT_A_DAY: wholeNumber().default(100),
  })
  .superRefine(checkHttpVariables)
  .superRefine(checkMailVariables)
  .superRefine(checkOpenidVariables)
  .transform((env) => ({
    http: httpConfig(env),
    stop: stopConfig(env),
    database: databaseConfig(env),
    /** How long the start waits for each store. */
    startTimeoutMs: env.START_TIMEOUT_MS,
    redis: redisConfig(env),
    /** The service's public URL, without a trailing slash. */
    authUrl: env.AUTH_URL,
    /** The board's URL, likewise: where people go who came for no page of this service; null without a board. */
    boardUrl: env.BOARD_URL ?? null,
    sessionSecret: env.SESSION_SECRET,
    /** How mail is sent; null without SMTP_URL: the operator then passes one-time links on. */
    mail: mailConfig(env),
    product: productConfig(env),
    /** The keys of ENCRYPTION_KEYS, the newest first. */
    encryptionKeys: env.ENCRYPTION_KEYS,
    /** Null without an OpenID provider. */
    openid: openidConfig(env),
    accessTokenTtlSeconds: env.ACCESS_TOKEN_TTL_S,
    /** Codes of the email clients of a user who has not chosen any: the popular set. */
    defaultEmailClients: env.DEFAULT_EMAIL_CLIENTS,
    limits: {
      signInFailuresPerAccount: env.SIGN_IN_FAILURES_PER_ACCOUNT,
      signInFailuresPerAddress: env.SIGN_IN_FAILURES_PER_ADDRESS,
      signInFailuresPerDay: env.SIGN_IN_FAILURES_PER_ACCOUNT_A_DAY,
      tokenFailures: env.TOKEN_FAILURES,
    },
  }))

/** The auth service's configuration. `main.ts` reads it once. */
export type AuthConfig = z.output<typeof schema>

/** Reads the configuration from the environment. Throws a `ConfigError` that names every variable at fault. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): AuthConfig =>
  parseConfig(schema, env)
