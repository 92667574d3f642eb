import { defaultEmailClients } from '@pas/email-clients/default-email-clients'
import { sealingKeys } from '@pas/pages/sealing/sealing-keys'
import {
  databaseConfig,
  databaseVariables,
  httpsUrl,
  onOff,
  parseConfig,
  startVariables,
} from '@pas/runtime/config'
import { checkHttpVariables, httpConfig, httpVariables, stopConfig } from '@pas/runtime/http/http-config'
import { productConfig, productVariables } from '@pas/runtime/product-config'
import { z } from 'zod'

/** An address within the installation, which may be plain HTTP. Trailing slashes are removed. */
const internalUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL, without a path' })
  .transform((url) => url.replace(/\/+$/, ''))

const schema = z
  .object({
    ...httpVariables,
    ...databaseVariables,
    ...startVariables,
    ...productVariables,
    BOARD_URL: httpsUrl,
    AUTH_URL: httpsUrl,
    API_URL: httpsUrl,
    INSTANT_URL: httpsUrl,
    IMAGES_URL: httpsUrl,
    DEFAULT_EMAIL_CLIENTS: defaultEmailClients,
    /** The board's own application: `pas app create --first-party`. */
    BOARD_CLIENT_ID: z.string(),
    BOARD_CLIENT_SECRET: z.string(),
    /**
     * Encrypts the tokens of sessions and signs form tokens; newest first. All board processes of an installation need
     * the same value.
     */
    BOARD_SECRET: sealingKeys,
    /** As auth's: whether an OpenID provider replaces passwords, whose settings the menu then leaves out. */
    OIDC_ONLY: onOff.default(false),
    // Where this process reaches auth and api, when not at their public URLs. For plain HTTP, auth and api have to name
    // this process's address in their TRUST_PROXY.
    AUTH_INTERNAL_URL: internalUrl.optional(),
    API_INTERNAL_URL: internalUrl.optional(),
  })
  .superRefine(checkHttpVariables)
  .transform((env) => ({
    http: httpConfig(env),
    stop: stopConfig(env),
    database: databaseConfig(env),
    /** How long the start waits for the database. */
    startTimeoutMs: env.START_TIMEOUT_MS,
    product: productConfig(env),
    /** The service's public URL, without a trailing slash, as all URLs here. */
    boardUrl: env.BOARD_URL,
    authUrl: env.AUTH_URL,
    /** Ends in `/v1`. A browser gets pictures from here, and from `imagesUrl`. */
    instantUrl: env.INSTANT_URL,
    imagesUrl: env.IMAGES_URL,
    /** Codes of the popular set of email clients. */
    defaultEmailClients: env.DEFAULT_EMAIL_CLIENTS,
    /** Addresses at which this process itself calls the other services. */
    calls: {
      authUrl: env.AUTH_INTERNAL_URL ?? env.AUTH_URL,
      /** Ends in `/v1`. */
      instantUrl: env.API_INTERNAL_URL === undefined ? env.INSTANT_URL : `${env.API_INTERNAL_URL}/v1`,
      /** Ends in `/v2`. */
      userApiUrl: `${env.API_INTERNAL_URL ?? env.API_URL}/v2`,
    },
    oauthApplication: { clientId: env.BOARD_CLIENT_ID, clientSecret: env.BOARD_CLIENT_SECRET },
    /** Whether auth has pages for passwords and second factors. */
    hasPasswords: !env.OIDC_ONLY,
    /** Newest first. */
    secrets: env.BOARD_SECRET,
  }))

/** The board's configuration. `main.ts` reads it once. */
export type BoardConfig = z.output<typeof schema>

/** Reads the configuration from the environment. Throws a `ConfigError` that names every variable at fault. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): BoardConfig =>
  parseConfig(schema, env)
