import { onOff } from '@pas/runtime/config'
import { z } from 'zod'

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** The variables of signing in with the company's OpenID provider; spread into the service's schema. */
export const openidVariables = {
  /** The provider's issuer identifier (OpenID Connect Discovery 1.0 §2). Plain http only on loopback, for tests. */
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an absolute https URL', abort: true })
    .refine((url) => {
      const { protocol, hostname } = new URL(url)
      return protocol === 'https:' || isLoopback(hostname)
    }, 'must begin with https://')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** The provider's name, as people read it on the button. */
  OIDC_NAME: z.string().max(50).default('OpenID'),
  /** Whether the provider replaces passwords. */
  OIDC_ONLY: onOff.default(false),
}

type OpenidVariables = z.output<z.ZodObject<typeof openidVariables>>

/**
 * Refuses a provider of which only some variables are set: `openidConfig` would leave it out without a word. For a
 * schema's `superRefine`.
 */
export function checkOpenidVariables(variables: OpenidVariables, context: z.RefinementCtx): void {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ONLY } = variables
  const needed = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }
  const isWanted = OIDC_ONLY || Object.values(needed).some((value) => value !== undefined)
  for (const [name, value] of Object.entries(needed)) {
    if (isWanted && value === undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message:
          'is missing: signing in with an OpenID provider needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
      })
  }
}

/** The OpenID provider with which people sign in. */
export interface OpenidConfig {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  isOnly: boolean
}

/** The part of a parsed environment that describes the OpenID provider; null when there is none. */
export function openidConfig(variables: OpenidVariables): OpenidConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  return { issuer, clientId, clientSecret, name: variables.OIDC_NAME, isOnly: variables.OIDC_ONLY }
}
