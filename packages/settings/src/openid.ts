import { z } from 'zod'
import { settings, type ValuesOf } from './setting'
import { onOff } from './value-schemas'

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** OpenID Connect Discovery 1.0 §2. Plain http only on loopback, for tests. */
const issuer = z.url({ protocol: /^https?$/, error: 'must be an absolute https URL', abort: true }).refine((url) => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname)
}, 'must begin with https://')

export const openidSettings = {
  ...settings(['auth'], {
    OIDC_ISSUER: {
      schema: issuer.optional(),
      about: "Signing in with the company's OpenID provider, at which the redirect URI AUTH_URL/login/openid/callback is registered: the provider's issuer identifier.",
      example: 'https://login.example.com',
    },
    OIDC_CLIENT_ID: { schema: z.string().optional(), about: 'Our identifier at the provider.', example: 'partner-access' },
    OIDC_CLIENT_SECRET: { schema: z.string().optional(), about: 'Our secret at the provider.', example: '', isSecret: true },
    OIDC_NAME: { schema: z.string().max(50).default('OpenID'), about: 'The provider\'s name on the button "Sign in with …".' },
  }),
  ...settings(['auth', 'board'], {
    OIDC_ONLY: { schema: onOff.default(false), about: '1: the provider replaces passwords. The board leaves out of its menu what auth then does not have.' },
  }),
}

type OpenidValues = ValuesOf<typeof openidSettings>

export function checkOpenid(values: OpenidValues, context: z.RefinementCtx): void {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ONLY } = values
  const needed = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }
  const isWanted = OIDC_ONLY || Object.values(needed).some((value) => value !== undefined)
  for (const [name, value] of Object.entries(needed)) {
    if (isWanted && value === undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'is missing: signing in with an OpenID provider needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
      })
  }
}

export interface OpenidConfig {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  isOnly: boolean
}

export function openidConfig(values: OpenidValues): OpenidConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  return { issuer, clientId, clientSecret, name: values.OIDC_NAME, isOnly: values.OIDC_ONLY }
}
