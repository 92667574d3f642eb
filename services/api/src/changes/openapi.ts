import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import {
  changesBody,
  changesOfClientsBody,
  comparedChangesBody,
  exampleChange,
} from '@pas/api-contract/changes'
import { z } from 'zod'
import { headers } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'
import { noContent, refusals } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { badPreview, previewAddress, previewOptions } from '../previews/openapi'
import { emailGuid } from '../previews/schema'
import { preferWaitHeader } from '../progress/prefer-wait'
import { maxClientsOfChanges } from './schema'

const tooMuchToDo =
  'A store is away, so many are asked for at a time that this had no turn, or the email is so large or unusual that it could not be gone through in time.'

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
      'captured, and starts no capture. With `Prefer: wait=20` the email is drawn without its changes first, at most 24 times, in an email ' +
      'client that Chromium draws: what is seen is then `measured_here`. It counts as a request for checks. An email client that shows images also has a row `asset-not-fetched` for each asset of the email that ' +
      'could not be fetched; `source` says why.',
    tags: ['Previews'],
    security: apiKeyOrAccessToken,
    request: { params: z.object(previewAddress), query: z.object(previewOptions), headers: preferWaitHeader },
    responses: {
      200: jsonAnswer(
        'The changes, in the order in which they were made.',
        changesBody,
        [exampleChange],
        headers('NoStore', 'PreferenceApplied'),
      ),
      ...refusals({
        ...noContent,
        400: badPreview,
        429: 'With `Prefer: wait`: the account asked for more checks in this minute than its limit allows, or as many of its requests wait as may.',
        503: tooMuchToDo,
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
        base: emailGuid.optional().meta({
          description:
            'The guid of another email of the same account, such as the version before: the answer is then what began and ended.',
        }),
      }),
    },
    responses: {
      200: jsonAnswer(
        'The changes: those of the first email client in the order in which they were made, then what others add.',
        z.union([changesOfClientsBody, comparedChangesBody]),
        [{ ...exampleChange, clients: ['CHROMEGMAILNEW', 'OL2016'] }],
      ),
      ...refusals({
        ...noContent,
        400: `The guid is not a UUID, a code is unknown, or none or more than ${maxClientsOfChanges} are given; the text names it.`,
        503: tooMuchToDo,
      }),
    },
  },
]
