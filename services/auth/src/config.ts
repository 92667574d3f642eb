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
    /** Signs session cookies and form tokens; every auth process of an installation has the same. */
    SESSION_SECRET: z.string().min(32, 'must have at least 32 random characters'),
    ACCESS_TOKEN_TTL_S: wholeNumber().default(7_200),
    DEFAULT_EMAIL_CLIENTS: defaultEmailClients,
    // Failures in 15 minutes after which no more is answered (docs/contract.md §4).
    SIGN_IN_FAILURES_PER_ACCOUNT: wholeNumber().default(10),
    SIGN_IN_FAILURES_PER_ADDRESS: wholeNumber().default(50),
    TOKEN_FAILURES: wholeNumber().default(100), // invalid_client, per application and address; and per address in all
  })
  .superRefine(checkHttpVariables)

/** How the auth service runs; read once, in `main.ts`. */
export interface AuthConfig {
  http: HttpConfig
  stop: StopConfig
  database: { url: string; poolMax: number }
  /** For each store that it cannot begin without. */
  startTimeoutMs: number
  redis: { url: string; prefix: string }
  /** Our own origin, without a trailing slash. */
  authUrl: string
  sessionSecret: string
  accessTokenTtlSeconds: number
  /** Codes of the clients that a user tests with who has not chosen. */
  defaultEmailClients: readonly string[]
  limits: { signInFailuresPerAccount: number; signInFailuresPerAddress: number; tokenFailures: number }
}

/** Throws a `ConfigError` naming every variable at fault. */
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
