import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { usageBody } from '@pas/api-contract/usage'
import { headers } from '../openapi/headers'
import { refusals } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { usageQuery } from './schema'

/** The operation that tells an account's use, below INSTANT_URL. */
export const usageOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/usage',
    operationId: 'listUsage',
    summary: 'What your account used',
    description:
      'Emails and captures by day (UTC), also of emails and pictures that are removed by now. At most 366 days and 10,000 rows at a ' +
      'time: `Link` leads to the rows that follow.',
    tags: ['Usage'],
    security: apiKeyOrAccessToken,
    request: { query: usageQuery },
    responses: {
      200: {
        description: 'The days on which something was used.',
        headers: headers('NoStore', 'NextPage'),
        content: {
          'application/json': {
            schema: usageBody,
            example: [
              { day: '2026-11-01', emails: 12, captures: 480, captures_without_credential: 35 },
              { day: '2026-11-02', emails: 3, captures: 120, captures_without_credential: 0 },
            ],
          },
        },
      },
      ...refusals({
        400: 'A query parameter is not as described; the text names it.',
        401: 'No credentials came, or they are unknown, expired or revoked.',
        403: 'The account, the application or the user is inactive, the token lacks the scope `full`, or the request came over plain HTTP.',
        503: 'The database is away, or so many ask at a time that this had no turn.',
      }),
    },
  },
]
