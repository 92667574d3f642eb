import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { errorBody } from '@pas/runtime/http/error-body'
import { headers, rateLimitComponents } from './headers'

type Responses = RouteConfig['responses']

const headersByStatus: Record<RefusalStatus, ReturnType<typeof headers>> = {
  400: headers('NoStore'),
  401: headers('NoStore', 'Challenge'),
  403: headers('NoStore', 'TokenChallenge'),
  404: headers('NoStore'),
  406: headers('NoStore'),
  408: headers('NoStore'),
  409: headers('NoStore', 'MayRetryAfter'),
  410: headers('NoStore'),
  413: headers('NoStore'),
  415: headers('NoStore'),
  422: headers('NoStore'),
  429: headers('NoStore', 'RetryAfter', ...rateLimitComponents),
  500: headers('NoStore'),
  503: headers('NoStore', 'RetryAfter'),
  504: headers('NoStore'),
}

type RefusalStatus = 400 | 401 | 403 | 404 | 406 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503 | 504

const everywhere: Partial<Record<RefusalStatus, string>> = {
  400: 'The request could not be read: is the path well encoded?',
  403: 'It came over plain HTTP. This service answers over HTTPS only, and looks at no credential before.',
  500: 'Something went wrong on our side.',
}

/** `meanings` are the operation's own. `alsoCarried`: further headers of every refusal. */
export function refusals(
  meanings: Partial<Record<RefusalStatus, string>>,
  alsoCarried: ReturnType<typeof headers> = {},
): Responses {
  return Object.fromEntries(
    Object.entries({ ...everywhere, ...meanings }).map(([status, description]) => [
      status,
      {
        description,
        headers: { ...headersByStatus[Number(status) as RefusalStatus], ...alsoCarried },
        content: { 'application/json': { schema: errorBody } },
      },
    ]),
  )
}

/** Refuses changes of share links, webhooks and names of emails. */
export const tooManyChanges = {
  429: 'The account changed share links, webhooks and the names of emails more often in this minute than its limit allows. Nothing was changed.',
} as const

export const bodyRefusals = (most: string, { isCompressible }: { isCompressible: boolean }) => ({
  408: 'Less than 5,000 bytes of the body arrived in 10 seconds, and it was not whole.',
  413: `The body is larger than ${most}.`,
  415: isCompressible
    ? 'The body is not `application/json`, or has a charset or encoding that is not taken.'
    : 'The body is not `application/json`, has a charset that is not taken, or is compressed.',
})

export const databaseAway = 'A store is away. Nothing was changed.'

export const unauthorized = {
  401: 'No credentials came, or they are unknown, expired or revoked.',
  403: 'The account, the application or the user is inactive, the token lacks the scope `full`, or the request came over plain HTTP.',
} as const

export const badGuid = 'The guid is not a UUID.'

export const notYours = 'The email is unknown, was deleted, or is another account’s.'

export const noContent = {
  400: badGuid,
  ...unauthorized,
  404: 'The email is unknown, was deleted, is older than 48 hours, or is another account’s.',
  503: databaseAway,
}
