import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { headers } from '../openapi/headers'
import { refusals } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { previewAddress, previewOptions } from '../previews/openapi'
import { changesBody } from './schema'

/** The operation that lists what email clients change, below INSTANT_URL. */
export const changeOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/emails/{email_guid}/previews/{client_code}/changes',
    operationId: 'listChanges',
    summary: 'What an email client removes or changes in an email',
    description:
      'Why a preview looks as it does: each rule of this email client that acted on this email, and where. Empty for an email client ' +
      'that shows the email as it is. It is worked out from the email’s content, so it is there for 48 hours, whether or not the preview was ' +
      'captured, and starts no capture. An email client that shows images also has a row `asset-not-fetched` for each asset of the email that ' +
      'could not be fetched; `source` says why.',
    tags: ['Previews'],
    security: apiKeyOrAccessToken,
    request: { params: z.object(previewAddress), query: z.object(previewOptions) },
    responses: {
      200: {
        description: 'The changes, in the order in which they were made.',
        headers: headers('NoStore'),
        content: {
          'application/json': {
            schema: changesBody,
            example: [
              {
                rule: 'declaration-unsupported',
                what: 'position',
                where: { line: 12, column: 9 },
                count: 2,
                source: 'caniemail css-position, 2021-05',
                source_url: 'https://www.caniemail.com/features/css-position/',
              },
            ],
          },
        },
      },
      ...refusals({
        400: 'The guid is not a UUID, the code is unknown, or the email client does not offer an option; the text says where the offered ones are listed.',
        401: 'No credentials came, or they are unknown, expired or revoked.',
        403: 'The account, the application or the user is inactive, the token lacks the scope `full`, or the request came over plain HTTP.',
        404: 'The email is unknown, was deleted, is older than 48 hours, or is another account’s.',
        503: 'A store is away, so many are asked for at a time that this had no turn, or the email is so large or unusual that it could not be gone through in time.',
      }),
    },
  },
]
