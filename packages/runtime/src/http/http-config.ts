import { z } from 'zod'
import ipaddr from 'ipaddr.js'
import { onOff, wholeNumber } from '../config'

const cidrList = z.string().transform((text, context) => {
  const ranges = text.split(',').map((part) => part.trim())
  for (const range of ranges) {
    if (!ipaddr.isValidCIDR(range) && !ipaddr.isValid(range))
      context.addIssue(`'${range}' is no IP range; write a comma-separated list such as 10.0.0.0/8,::1/128`)
  }
  return ranges
})

/** The variables of every service that listens; spread into its own schema. */
export const httpVariables = {
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber().max(65_535),
  /** PEM files; both or none. Without them TRUST_PROXY must name the proxy that terminates TLS. */
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  TRUST_PROXY: cidrList.optional(),
  /**
   * Port of a second listener, for plain HTTP, on which pages are redirected to HTTPS and other requests refused. Off
   * by default.
   */
  HTTP_PORT: wholeNumber().max(65_535).optional(),
  /** Whether Strict-Transport-Security includes the subdomains of our host. */
  HSTS_INCLUDE_SUBDOMAINS: onOff.default(true),
  /** How long a stopping process still accepts requests while it is not ready, so that its load balancer notices. */
  DRAIN_DELAY_MS: wholeNumber(0).default(0), // below SHUTDOWN_GRACE_MS
  /** Maximum duration of a stop; then the process exits 1. */
  SHUTDOWN_GRACE_MS: wholeNumber().default(60_000),
}

type HttpVariables = z.output<z.ZodObject<typeof httpVariables>>

/**
 * Refuses only one of the two TLS files, neither TLS nor a trusted proxy, and a SHUTDOWN_GRACE_MS that ends before
 * DRAIN_DELAY_MS. For a schema's `superRefine`.
 */
export function checkHttpVariables(variables: HttpVariables, context: z.RefinementCtx): void {
  const { TLS_CERT_FILE, TLS_KEY_FILE, TRUST_PROXY, DRAIN_DELAY_MS, SHUTDOWN_GRACE_MS } = variables
  const report = (name: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (TLS_CERT_FILE && !TLS_KEY_FILE) report('TLS_KEY_FILE', 'is required when TLS_CERT_FILE is set')
  if (TLS_KEY_FILE && !TLS_CERT_FILE) report('TLS_CERT_FILE', 'is required when TLS_KEY_FILE is set')
  if (!TLS_CERT_FILE && !TLS_KEY_FILE && !TRUST_PROXY)
    report('TLS_CERT_FILE', 'set it with TLS_KEY_FILE, or set TRUST_PROXY to the proxy that terminates TLS')
  if (DRAIN_DELAY_MS >= SHUTDOWN_GRACE_MS)
    report('SHUTDOWN_GRACE_MS', `must be above DRAIN_DELAY_MS (${DRAIN_DELAY_MS})`)
}

/** The part of a parsed environment that says how to stop. */
export const stopConfig = ({ DRAIN_DELAY_MS, SHUTDOWN_GRACE_MS }: HttpVariables) => ({
  drainDelayMs: DRAIN_DELAY_MS,
  /** Maximum duration of the whole stop, `drainDelayMs` included. */
  graceMs: SHUTDOWN_GRACE_MS,
})

/** How a service listens. */
export type HttpConfig = ReturnType<typeof httpConfig>

/** The part of a parsed environment that says how to listen. */
export function httpConfig(variables: HttpVariables) {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = variables
  return {
    host: variables.HOST,
    port: variables.PORT,
    tls: certFile && keyFile ? { certFile, keyFile } : null,
    trustProxy: variables.TRUST_PROXY ?? [],
    plainPort: variables.HTTP_PORT ?? null,
    /** Whether Strict-Transport-Security includes the subdomains of our host. */
    hstsIncludesSubdomains: variables.HSTS_INCLUDE_SUBDOMAINS,
  }
}
