import type { HttpConfig } from '@pas/settings/http'

/**
 * Configuration of a service's listener on a free loopback port, behind a proxy that terminates TLS: requests must have
 * `X-Forwarded-Proto: https`.
 */
export const httpBehindProxy: HttpConfig = {
  host: '127.0.0.1',
  port: 0,
  tls: null,
  trustProxy: ['127.0.0.0/8'],
  plainPort: null,
  hstsIncludesSubdomains: true,
}
