import { defaultEmailClients } from '@pas/email-clients/default-email-clients'
import { addressSettings } from '@pas/settings/addresses'
import { boardSettings } from '@pas/settings/board'
import { emailClientSettings } from '@pas/settings/default-email-clients'
import { checkHttp, httpConfig, httpSettings, lifecycleConfig } from '@pas/settings/http'
import { openidSettings } from '@pas/settings/openid'
import { parseConfig } from '@pas/settings/parse-config'
import { productConfig, productSettings } from '@pas/settings/product'
import { variablesOf } from '@pas/settings/setting'
import { databaseConfig, storeSettings } from '@pas/settings/stores'
import type { z } from 'zod'

export const variables = variablesOf(
  'board',
  {
    ...httpSettings,
    ...storeSettings,
    ...productSettings,
    ...addressSettings,
    ...boardSettings,
    ...openidSettings,
    ...emailClientSettings,
  },
  { DEFAULT_EMAIL_CLIENTS: defaultEmailClients },
)

const schema = variables.superRefine(checkHttp).transform((env) => ({
  http: httpConfig(env),
  ...lifecycleConfig(env),
  database: databaseConfig(env),
  product: productConfig(env),
  /** No URL here has a trailing slash. */
  boardUrl: env.BOARD_URL,
  authUrl: env.AUTH_URL,
  defaultEmailClients: env.DEFAULT_EMAIL_CLIENTS,
  /** Where this process itself calls the other services. */
  calls: {
    authUrl: env.AUTH_INTERNAL_URL ?? env.AUTH_URL,
    /** Ends in `/v1`. */
    instantUrl: env.API_INTERNAL_URL === undefined ? env.INSTANT_URL : `${env.API_INTERNAL_URL}/v1`,
    /** Ends in `/v2`. */
    userApiUrl: `${env.API_INTERNAL_URL ?? env.API_URL}/v2`,
    imagesUrl: env.IMAGES_INTERNAL_URL ?? env.IMAGES_URL,
  },
  oauthApplication: { clientId: env.BOARD_CLIENT_ID, clientSecret: env.BOARD_CLIENT_SECRET },
  hasPasswords: !env.OIDC_ONLY,
  /** Null: no mail is taken in. */
  smtpAddress: env.SMTP_ADDRESS ?? null,
  /** Newest first. */
  secrets: env.BOARD_SECRET,
}))

export type BoardConfig = z.output<typeof schema>

/** Throws a `ConfigError` that names every variable at fault. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): BoardConfig =>
  parseConfig(schema, env)
