export const headerComponents = {
  RequestId: {
    description: 'Names this answer in our log.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  NoStore: { description: 'Never cached.', required: true, schema: { const: 'no-store' } },
  NoReferrer: {
    description: 'The address is a secret: browsers tell it to no other site.',
    schema: { const: 'no-referrer' },
  },
  NoIndex: { description: 'Not for search engines.', schema: { const: 'noindex' } },
  NoTransform: {
    description: 'Never cached, compressed or otherwise changed on its way.',
    required: true,
    schema: { const: 'no-store, no-transform' },
  },
  NoBuffering: {
    description: 'Tells nginx not to buffer.',
    required: true,
    schema: { const: 'no' },
  },
  PreferenceApplied: {
    description: 'The preference that was honoured, if any (RFC 7240 §3).',
    schema: { type: 'string', pattern: '^wait=[0-9]+$' },
  },
  Redirect: {
    description:
      'For how long the redirect may be cached: one hour at most, and never past the preview’s end.',
    required: true,
    schema: { type: 'string', pattern: '^(public, max-age=[0-9]+|no-store)$' },
  },
  Document: {
    description: 'For how long the document may be cached: a few minutes.',
    required: true,
    schema: { type: 'string', pattern: '^public, max-age=[0-9]+$' },
  },
  Attachment: {
    description: 'A name for the file.',
    required: true,
    schema: { type: 'string', pattern: '^attachment; filename="[^"]+"$' },
  },
  Location: {
    description: 'Where the picture is.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  Created: {
    description: 'The address of what was made, for the same credential.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  NextPage: {
    description:
      'The address of the rows that follow (RFC 8288), absent when there are none: `<…>; rel="next"`.',
    schema: { type: 'string', pattern: '^<https://[^>]+>; rel="next"$' },
  },
  RetryAfter: {
    description: 'Seconds after which asking again makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  MayRetryAfter: {
    description: 'Seconds after which asking again makes sense, if it ever does.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: {
    description:
      'The limit that this answer is about: how many there may be of what it counts. The description says for whom.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitRemaining: {
    description: 'How many more of what `X-RateLimit-Limit` counts there may be now.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description:
      'When there may be more: the end of the minute or hour that is counted, or when to try again, in Unix seconds.',
    schema: { type: 'integer' },
  },
  RateLimitPolicyField: {
    description:
      'The limit that this answer is about (draft-ietf-httpapi-ratelimit-headers-11): its name, `q` its quota, `qu` what it counts if not ' +
      'requests, `w` its window in seconds, if it has one.',
    schema: {
      type: 'string',
      pattern: '^"[a-z-]+";q=[0-9]+(;qu="(content-bytes|concurrent-requests)")?(;w=[0-9]+)?$',
    },
  },
  RateLimitField: {
    description:
      'The state of that limit: `r` what remains of it, `t` the seconds after which there may be more.',
    schema: {
      type: 'string',
      pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+$',
    },
  },
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

export type HeaderComponent = keyof typeof headerComponents

const nameByComponent: Record<HeaderComponent, string> = {
  RequestId: 'X-Request-Id',
  NoStore: 'Cache-Control',
  NoReferrer: 'Referrer-Policy',
  NoIndex: 'X-Robots-Tag',
  NoTransform: 'Cache-Control',
  NoBuffering: 'X-Accel-Buffering',
  PreferenceApplied: 'Preference-Applied',
  Redirect: 'Cache-Control',
  Document: 'Cache-Control',
  Attachment: 'Content-Disposition',
  Location: 'Location',
  Created: 'Location',
  NextPage: 'Link',
  RetryAfter: 'Retry-After',
  MayRetryAfter: 'Retry-After',
  RateLimit: 'X-RateLimit-Limit',
  RateLimitRemaining: 'X-RateLimit-Remaining',
  RateLimitReset: 'X-RateLimit-Reset',
  RateLimitPolicyField: 'RateLimit-Policy',
  RateLimitField: 'RateLimit',
  Challenge: 'WWW-Authenticate',
  TokenChallenge: 'WWW-Authenticate',
}

export function headers(...components: HeaderComponent[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    (['RequestId', ...components] as const).map((component) => [
      nameByComponent[component],
      { $ref: `#/components/headers/${component}` },
    ]),
  )
}

export const rateLimitComponents = [
  'RateLimit',
  'RateLimitRemaining',
  'RateLimitReset',
  'RateLimitPolicyField',
  'RateLimitField',
] as const
