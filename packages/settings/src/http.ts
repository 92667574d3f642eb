import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { serviceNames, settings, type ValuesOf } from './setting'
import { onOff, port, wholeNumber } from './value-schemas'

const listeners = ['auth', 'api', 'images', 'board'] as const

const cidrList = z.string().transform((text, context) => {
  const ranges = text.split(',').map((part) => part.trim())
  for (const range of ranges) {
    if (!ipaddr.isValidCIDR(range) && !ipaddr.isValid(range)) context.addIssue(`'${range}' is no IP range; write a comma-separated list such as 10.0.0.0/8,::1/128`)
    else if (/\/0+$/.test(range)) context.addIssue(`'${range}' is every address, so that anybody could say who they are: name the proxy's own`)
  }
  return ranges
})

export const httpSettings = {
  ...settings(listeners, {
    HOST: { schema: z.string().default('127.0.0.1'), about: 'The address to listen on.' },
    PORT: { schema: port(), about: 'The port to listen on.', example: '8443' },
    TLS_CERT_FILE: { schema: z.string().optional(), about: 'A PEM file with the certificate. Set it with TLS_KEY_FILE, or set TRUST_PROXY to the proxy that ends TLS.', example: '/etc/pas/server.pem' },
    TLS_KEY_FILE: { schema: z.string().optional(), about: "A PEM file with the certificate's key.", example: '/etc/pas/server.key' },
    TRUST_PROXY: { schema: cidrList.optional(), about: 'The addresses of the proxy that ends TLS: CIDR, comma-separated.', example: '127.0.0.1/32,::1/128', isExampleSet: true },
    HTTP_PORT: { schema: port().optional(), about: 'The port of a second listener, for plain HTTP, which redirects pages to HTTPS and refuses everything else.', example: '8080' },
    HSTS_INCLUDE_SUBDOMAINS: { schema: onOff.default(true), about: '0 leaves includeSubDomains out of Strict-Transport-Security, for an installation whose name has subdomains without HTTPS.' },
    DRAIN_DELAY_MS: { schema: wholeNumber(0).default(0), about: 'How long a stopping process still accepts requests while /readyz already answers 503: until its load balancer has noticed.' },
  }),
  ...settings(serviceNames, {
    START_TIMEOUT_MS: { schema: wholeNumber().default(60_000), about: 'How long a starting service waits for each store that it cannot start without, before it exits and names the store.' },
    SHUTDOWN_GRACE_MS: { schema: wholeNumber().default(60_000), about: 'How long a whole stop may take, DRAIN_DELAY_MS and requests that wait for a capture included; then the process exits 1.' },
  }),
}

type HttpValues = ValuesOf<typeof httpSettings>

/** Every `check…` here is for a schema's `superRefine`. */
export function checkHttp(values: HttpValues, context: z.RefinementCtx): void {
  const { TLS_CERT_FILE, TLS_KEY_FILE, TRUST_PROXY, DRAIN_DELAY_MS, SHUTDOWN_GRACE_MS } = values
  const report = (name: string, message: string): void => context.addIssue({ code: 'custom', path: [name], message })
  if (TLS_CERT_FILE && !TLS_KEY_FILE) report('TLS_KEY_FILE', 'is required when TLS_CERT_FILE is set')
  if (TLS_KEY_FILE && !TLS_CERT_FILE) report('TLS_CERT_FILE', 'is required when TLS_KEY_FILE is set')
  if (!TLS_CERT_FILE && !TLS_KEY_FILE && !TRUST_PROXY) report('TLS_CERT_FILE', 'set it with TLS_KEY_FILE, or set TRUST_PROXY to the proxy that terminates TLS')
  if (DRAIN_DELAY_MS >= SHUTDOWN_GRACE_MS) report('SHUTDOWN_GRACE_MS', `must be above DRAIN_DELAY_MS (${DRAIN_DELAY_MS})`)
}

export type HttpConfig = ReturnType<typeof httpConfig>

export function httpConfig(values: Omit<HttpValues, 'START_TIMEOUT_MS'>) {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = values
  return {
    host: values.HOST,
    port: values.PORT,
    tls: certFile && keyFile ? { certFile, keyFile } : null,
    trustProxy: values.TRUST_PROXY ?? [],
    plainPort: values.HTTP_PORT ?? null,
    hstsIncludesSubdomains: values.HSTS_INCLUDE_SUBDOMAINS,
  }
}

export const lifecycleConfig = (values: HttpValues) => ({
  startTimeoutMs: values.START_TIMEOUT_MS,
  stop: {
    drainDelayMs: values.DRAIN_DELAY_MS,
    graceMs: values.SHUTDOWN_GRACE_MS,
  },
})
