import type { HttpConfig } from '@pas/settings/http'

/** A service's listener behind a proxy that terminates TLS: requests need `X-Forwarded-Proto: https`. */
export const httpBehindProxy: HttpConfig = {
  host: '127.0.0.1',
  port: 0,
  tls: null,
  trustProxy: ['127.0.0.0/8'],
  plainPort: null,
  hstsIncludesSubdomains: true,
}
