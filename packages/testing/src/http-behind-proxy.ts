import type { HttpConfig } from '@pas/runtime/http/http-config'

/**
 * A service's listener on a free port of loopback, behind a proxy that ends TLS: requests say `X-Forwarded-Proto:
 * https`.
 */
export const httpBehindProxy: HttpConfig = {
  host: '127.0.0.1',
  port: 0,
  tls: null,
  trustProxy: ['127.0.0.0/8'],
  plainPort: null,
  hstsIncludesSubdomains: true,
}
