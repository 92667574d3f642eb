import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { headers } from '../openapi/headers'
import { onlyTheseEmailClients } from '../openapi/only-these-email-clients'
import { notYours, refusals, unauthorized } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { emailGuid } from '../previews/schema'
import { maxPictures } from './read-exportable-email'

export const exportOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/emails/{email_guid}/export.zip',
    operationId: 'exportEmail',
    summary: 'Download an email’s pictures and content as one file',
    description:
      'A ZIP file with `index.html`, a page that shows the pictures without a network and can be printed; `pictures/`, the full pictures ' +
      'that are captured; and, for 48 hours, `changes.json`, `checks.json` and `checks.sarif` (what `GET …/checks` tells by then; nothing is ' +
      'measured for it), and `source/`, the email as it was uploaded. `index.html` says which previews wait, failed, or lack their picture. A file that breaks off on its way has no end and cannot be opened. Starts no capture.',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: {
      params: z.object({ email_guid: emailGuid }),
      query: z.object({
        client: onlyTheseEmailClients,
      }),
    },
    responses: {
      200: {
        description: 'The file, as it is made.',
        headers: headers('NoStore', 'Attachment'),
        content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }), example: 'PK…' } },
      },
      ...refusals({
        400: `The guid is not a UUID, a code is unknown, or there are more than ${maxPictures} pictures; the text names it.`,
        ...unauthorized,
        404: notYours,
        429: 'Another export of the account is under way.',
        503: 'A store is away.',
      }),
    },
  },
]
