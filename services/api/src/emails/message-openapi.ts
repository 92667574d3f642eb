import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { messageBody } from '@pas/api-contract/emails'
import { z } from 'zod'
import { headers } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'
import { databaseAway, noContent, refusals } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { emailGuid } from '../previews/schema'

const noMessage = {
  ...noContent,
  404: 'The email is unknown, was deleted, is older than 48 hours, is another account’s, or did not come as a message.',
  429: 'The account has more bytes of emails on their way, the messages among them that it has not read to their end, than its limit allows.',
  503: `${databaseAway} Or as many emails as fit are on their way.`,
}

export const messageOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/emails/{email_guid}/message',
    operationId: 'describeMessage',
    summary: 'Look at the message that an email came as',
    description:
      'Its header, its first plain text and its parts, without their content. For an email that came by SMTP or as `raw_source`, for 48 hours.',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ email_guid: emailGuid }) },
    responses: {
      200: jsonAnswer('The message.', messageBody, {
        bytes: 1824,
        header: [{ name: 'Subject', value: 'Grüße', raw: 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=', bytes: 38 }],
        fields_left_out: 0,
        text: 'Hello',
        text_left_out: 0,
        structure: {
          content_type: 'text/plain',
          charset: 'utf-8',
          disposition: null,
          file_name: null,
          content_id: null,
          bytes: 5,
          parts: [],
        },
        parts_left_out: 0,
      }),
      ...refusals(noMessage),
    },
  },
  {
    method: 'get',
    path: '/emails/{email_guid}/message.eml',
    operationId: 'downloadMessage',
    summary: 'Download the message that an email came as',
    description: 'The bytes as they came, for 48 hours.',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ email_guid: emailGuid }) },
    responses: {
      200: {
        description: 'The message.',
        headers: headers('NoStore', 'Attachment'),
        content: {
          'message/rfc822': {
            schema: z.string().meta({ format: 'binary' }),
            example: 'Subject: Hello\r\n\r\nHello',
          },
        },
      },
      ...refusals(noMessage),
    },
  },
]
