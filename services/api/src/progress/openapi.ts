import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { previewListBody } from '@pas/api-contract/previews'
import { z } from 'zod'
import { preferWaitHeader } from './prefer-wait'
import { headers } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'
import { onlyTheseEmailClients } from '../openapi/only-these-email-clients'
import { exampleGuid, examplePreviewList } from '../openapi/examples'
import { badGuid, databaseAway, refusals } from '../openapi/refusals'
import { credentialRefusals, optionalApiKeyOrAccessToken, ownersCredential } from '../openapi/security'
import { emailGuid } from '../previews/schema'

const noSuchEmail = 'The email is unknown or was deleted.'

const baseDescription =
  'The guid of another email of the same account, such as the version before: each entry then has a `comparison` of the two pictures. ' +
  'Needs a credential of the account.'

const events = `\
Server-sent events, as a browser’s \`EventSource\` and its libraries read them. The first event is \`snapshot\`, whose data is the body of \
\`GET /emails/{email_guid}/previews\`. Then:

- \`preview\`: a preview ended. Its data is one entry of that list, \`captured\` or \`failed\`.
- \`added\`: a preview was asked for, or waits again. Its data is one entry of that list, \`waiting\`.
- \`complete\`: none of the email’s previews is waiting. The stream stays open: more may be asked for.
- \`gone\`: the email was deleted. The stream ends.

Events have no ids: a client that connects again gets a new \`snapshot\`, and so misses nothing. A stream lasts 15 minutes at most, and ends \
when a process of the service stops; clients connect again by themselves. A comment line every 15 seconds keeps the connection open. A reader \
that leaves more than 256 KiB unread is cut off. Starts no capture.

${ownersCredential}`

const exampleStream = `retry: 2000

event: snapshot
data: ${JSON.stringify({ ...examplePreviewList, previews: [] })}

event: complete
data: ${JSON.stringify({ email_guid: exampleGuid, reference: 'campaign-17' })}
`

export const progressOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/emails/{email_guid}/previews',
    operationId: 'listPreviews',
    summary: 'List an email’s previews',
    description:
      'Every preview that was asked for, and what became of it: one request instead of one for each preview. Starts no capture. With ' +
      '`Prefer: wait=30` it is answered when none of them is waiting, or after 30 seconds, or after the seconds that are named if they are fewer.' +
      `\n\n${ownersCredential}`,
    tags: ['Previews'],
    security: optionalApiKeyOrAccessToken,
    request: {
      params: z.object({ email_guid: emailGuid }),
      query: z.object({
        client: onlyTheseEmailClients,
        base: emailGuid.optional().meta({ description: baseDescription }),
      }),
      headers: preferWaitHeader,
    },
    responses: {
      200: jsonAnswer(
        'The list.',
        previewListBody,
        examplePreviewList,
        headers('NoStore', 'PreferenceApplied'),
      ),
      ...refusals({
        400: 'The guid is not a UUID, or a code is unknown; the text names it.',
        ...credentialRefusals,
        404: noSuchEmail,
        429: 'As many requests of this account, or of callers without a credential, wait as may; the text says which. Without `Prefer: wait` it is never refused.',
        503: databaseAway,
      }),
    },
  },
  {
    method: 'get',
    path: '/emails/{email_guid}/events',
    operationId: 'followPreviews',
    summary: 'Follow an email’s previews',
    description: events,
    tags: ['Previews'],
    security: optionalApiKeyOrAccessToken,
    request: { params: z.object({ email_guid: emailGuid }) },
    responses: {
      200: {
        description: 'The stream.',
        headers: headers('NoTransform', 'NoBuffering'),
        content: { 'text/event-stream': { schema: z.string(), example: exampleStream } },
      },
      ...refusals({
        400: badGuid,
        ...credentialRefusals,
        404: noSuchEmail,
        406: 'The `Accept` of the request does not take `text/event-stream`.',
        429: 'As many streams of this account, or of callers without a credential, are open as may; the text says which. Without a credential: 10 from one address, 20 of one email.',
        503: 'A store is away, or this process is stopping.',
      }),
    },
  },
]
