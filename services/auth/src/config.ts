import {
  databaseVariables,
  httpsUrl,
  parseConfig,
  redisVariables,
  startVariables,
  wholeNumber,
} from '@pas/runtime/config'
import {
  checkHttpVariables,
  httpConfig,
  httpVariables,
  stopConfig,
  type HttpConfig,
  type StopConfig,
} from '@pas/runtime/http/http-config'
import { defaultEmailClients } from '@pas/email-clients/default-email-clients'
import { z } from 'zod'

const variables = z
  .object({
    ...httpVariables,
    ...databaseVariables,
    ...startVariables,
    ...redisVariables,
    AUTH_URL: httpsUrl,
    /** Signs session cookies and form tokens. All auth processes of an installation need the same value. */
    SESSION_SECRET: z.string().min(32, 'must have at least 32 random characters'),
    ACCESS_TOKEN_TTL_S: wholeNumber().default(7_200),
    DEFAULT_EMAIL_CLIENTS: defaultEmailClients,
    // Failures allowed in 15 minutes (docs/contract.md §4).
    SIGN_IN_FAILURES_PER_ACCOUNT: wholeNumber().default(10),
    SIGN_IN_FAILURES_PER_ADDRESS: wholeNumber().default(50),
    TOKEN_FAILURES: wholeNumber().default(100), // invalid_client per application and address; also refusals per address
  })
  .superRefine(checkHttpVariables)

/** The auth service's configuration. `main.ts` reads it once. */
export interface AuthConfig {
  http: HttpConfig
  stop: StopConfig
  database: { url: string; poolMax: number }
  /** How long the start waits for each store. */
  startTimeoutMs: number
  redis: { url: string; prefix: string }
  /** The service's public URL, without a trailing slash. */
  authUrl: string
  sessionSecret: string
  accessTokenTtlSeconds: number
  /** Codes of the email clients of a user who has not chosen any: the popular set. */
  defaultEmailClients: readonly string[]
  limits: { signInFailuresPerAccount: number; signInFailuresPerAddress: number; tokenFailures: number }
}

/** Reads the configuration from the environment. Throws a `ConfigError` that names every variable at fault. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): AuthConfig {
  const parsed = parseConfig(variables, env)
  return {
    http: httpConfig(parsed),
    stop: stopConfig(parsed),
    database: { url: parsed.DATABASE_URL, poolMax: parsed.DATABASE_POOL },
    startTimeoutMs: parsed.START_TIMEOUT_MS,
    redis: { url: parsed.REDIS_URL, prefix: parsed.REDIS_PREFIX },
    authUrl: parsed.AUTH_URL,
    sessionSecret: parsed.SESSION_SECRET,
    accessTokenTtlSeconds: parsed.ACCESS_TOKEN_TTL_S,
    defaultEmailClients: parsed.DEFAULT_EMAIL_CLIENTS,
    limits: {
      signInFailuresPerAccount: parsed.SIGN_IN_FAILURES_PER_ACCOUNT,
      signInFailuresPerAddress: parsed.SIGN_IN_FAILURES_PER_ADDRESS,
      tokenFailures: parsed.TOKEN_FAILURES,
    },
  }
}
