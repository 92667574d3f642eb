import type { HttpConfig } from '@pas/settings/http'

/** Requests need `X-Forwarded-Proto: https`, as from a proxy that terminates TLS. */
export const httpBehindProxy: HttpConfig = {
  host: '127.0.0.1',
  port: 0,
  tls: null,
  trustProxy: ['127.0.0.0/8'],
  plainPort: null,
  hstsIncludesSubdomains: true,
}
