import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { assetsBody } from '@pas/api-contract/assets'
import { z } from 'zod'
import { jsonAnswer } from '../openapi/json-answer'
import { noContent, refusals } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { emailGuid } from '../previews/schema'

export const assetOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/emails/{email_guid}/assets',
    operationId: 'listAssets',
    summary: 'What became of an email’s images and style sheets',
    description:
      'Each that the email refers to, with the reason why it could not be fetched, if it could not. For 48 hours. At most 500 are fetched; ' +
      'of what is not fetched for that reason, or because it is no address, at most 500 are listed.',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ email_guid: emailGuid }) },
    responses: {
      200: jsonAnswer('The assets. Those that are still being fetched are missing.', assetsBody, [
        {
          url: 'https://cdn.example.com/hero.png',
          status: 'kept',
          reason: null,
          http_status: null,
          bytes: 48_213,
          content_type: 'image/png',
          width: 1200,
          height: 600,
          where: { line: 12, column: 8 },
        },
        {
          url: 'https://cdn.example.com/gone.png',
          status: 'failed',
          reason: 'status',
          http_status: 403,
          bytes: null,
          content_type: null,
          width: null,
          height: null,
          where: { line: 31, column: 12 },
        },
      ]),
      ...refusals(noContent),
    },
  },
]
