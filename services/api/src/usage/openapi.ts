import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { usageBody } from '@pas/api-contract/usage'
import { headers } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'
import { refusals, unauthorized } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { usageQuery } from './schema'

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
      200: jsonAnswer(
        'The days on which something was used.',
        usageBody,
        [
          {
            day: '2026-11-01',
            emails: 12,
            captures: 480,
            captures_without_credential: 35,
            effect_pictures: 60,
          },
          { day: '2026-11-02', emails: 3, captures: 120, captures_without_credential: 0, effect_pictures: 0 },
        ],
        headers('NoStore', 'NextPage'),
      ),
      ...refusals({
        400: 'A query parameter is not as described; the text names it.',
        ...unauthorized,
        503: 'The database is away, or so many ask at a time that this had no turn.',
      }),
    },
  },
]
