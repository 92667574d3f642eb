import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { changesBody, changesOfClientsBody, exampleChange } from '@pas/api-contract/changes'
import { z } from 'zod'
import { headers } from '../openapi/headers'
import { refusals } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { previewAddress, previewOptions } from '../previews/openapi'
import { emailGuid } from '../previews/schema'
import { maxClientsOfChanges } from './schema'

/** The operations that list what email clients change, below INSTANT_URL. */
export const changeOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/emails/{email_guid}/previews/{client_code}/changes',
    operationId: 'listChanges',
    summary: 'What an email client removes or changes in an email',
    description:
      'Why a preview looks as it does: each rule of this email client that acted on this email, and where, and whether it matters ' +
      '(`effect`). Empty for an email client that shows the email as it is. One that really runs here, whose `fidelity` is `client`, has ' +
      'a row `not-computed` instead, because what the program itself changes cannot be listed. It is worked out from the email’s content, so it is there for 48 hours, whether or not the preview was ' +
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
            example: [exampleChange],
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
  {
    method: 'get',
    path: '/emails/{email_guid}/changes',
    operationId: 'listChangesOfClients',
    summary: 'What several email clients remove or change in an email',
    description:
      'As the operation of one email client, with its `orientation` `vertical` and `images` `allowed`: a change that several make in the ' +
      'same place, as often and with the same effect is one entry. Faster than one request for each, because email clients that act alike are gone through once.',
    tags: ['Previews'],
    security: apiKeyOrAccessToken,
    request: {
      params: z.object({ email_guid: emailGuid }),
      query: z.object({
        client: z
          .array(z.string())
          .min(1)
          .max(maxClientsOfChanges)
          .meta({
            description: 'The email clients: `client=OL2016&client=CHROMEGMAILNEW`.',
            examples: [['OL2016', 'CHROMEGMAILNEW']],
          }),
      }),
    },
    responses: {
      200: {
        description:
          'The changes: those of the first email client in the order in which they were made, then what others add.',
        headers: headers('NoStore'),
        content: {
          'application/json': {
            schema: changesOfClientsBody,
            example: [{ ...exampleChange, clients: ['CHROMEGMAILNEW', 'OL2016'] }],
          },
        },
      },
      ...refusals({
        400: `The guid is not a UUID, a code is unknown, or none or more than ${maxClientsOfChanges} are given; the text names it.`,
        401: 'No credentials came, or they are unknown, expired or revoked.',
        403: 'The account, the application or the user is inactive, the token lacks the scope `full`, or the request came over plain HTTP.',
        404: 'The email is unknown, was deleted, is older than 48 hours, or is another account’s.',
        503: 'A store is away, so many are asked for at a time that this had no turn, or the email is so large or unusual that it could not be gone through in time.',
      }),
    },
  },
]
