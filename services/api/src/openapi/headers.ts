import type { RouteConfig } from '@asteasolutions/zod-to-openapi'

type Headers = Extract<RouteConfig['responses'][string], { headers?: unknown }>['headers']
type PlainHeaders = Exclude<NonNullable<Headers>, { _zod: unknown }>

/** Every header that an answer may carry beside those that HTTP itself needs, by its component's name. */
export const headerComponents = {
  RequestId: {
    description: 'Names this answer in our log.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  NoStore: { description: 'Never cached.', required: true, schema: { const: 'no-store' } },
  Redirect: {
    description: 'One hour at most, and never past the preview’s end.',
    required: true,
    schema: { type: 'string', pattern: '^public, max-age=[0-9]+$' },
  },
  Document: {
    description: 'A few minutes.',
    required: true,
    schema: { type: 'string', pattern: '^public, max-age=[0-9]+$' },
  },
  Location: {
    description: 'Where the picture is.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  RetryAfter: {
    description: 'Seconds after which asking again makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: {
    description: 'How many requests the account has in a window.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitRemaining: {
    description: 'How many are left in this window.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: { description: 'When the window ends, in Unix seconds.', schema: { type: 'integer' } },
  Challenge: {
    description:
      'How to authenticate (RFC 9110 §11.6.1). The bearer challenge names an `error` when a token came (RFC 6750 §3).',
    required: true,
    schema: { type: 'string', pattern: '(Basic|Bearer) realm="' },
  },
  TokenChallenge: {
    description:
      'When the token is the reason: its `error` is `inactive_user` or `invalid_scope` (RFC 6750 §3).',
    schema: { type: 'string', pattern: '^Bearer realm="[^"]*", error="(inactive_user|invalid_scope)"' },
  },
} as const

const componentByHeader = {
  'X-Request-Id': 'RequestId',
  'Retry-After': 'RetryAfter',
  'X-RateLimit-Limit': 'RateLimit',
  'X-RateLimit-Remaining': 'RateLimitRemaining',
  'X-RateLimit-Reset': 'RateLimitReset',
  'WWW-Authenticate': 'Challenge',
  Location: 'Location',
} as const

type NamedHeader = Exclude<keyof typeof componentByHeader, 'X-Request-Id'>

/** The headers of one answer: the request id that all have, how it may be cached, and those that are named. */
export function headers(
  caching: 'NoStore' | 'Redirect' | 'Document' | null,
  ...names: NamedHeader[]
): PlainHeaders {
  const ref = (component: keyof typeof headerComponents) => ({ $ref: `#/components/headers/${component}` })
  return {
    'X-Request-Id': ref('RequestId'),
    ...(caching && { 'Cache-Control': ref(caching) }),
    ...Object.fromEntries(names.map((name) => [name, ref(componentByHeader[name])])),
  }
}

/** What an account's rate of requests leaves it. */
export const rateLimitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const
