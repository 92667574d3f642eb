import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { codesBody, configurationsBody } from '@pas/api-contract/clients'
import { emailClients } from '@pas/email-clients/catalogue'
import { headers } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'
import { refusals } from '../openapi/refusals'

export const clientOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/clients',
    operationId: 'listClients',
    summary: 'The codes of every email client',
    description: 'A code goes into the preview paths. Upper and lower case are the same there.',
    tags: ['Email clients'],
    security: [],
    responses: {
      200: jsonAnswer(
        'The codes.',
        codesBody.meta({
          id: 'EmailClientCodes',
          examples: [emailClients.map(({ code }) => code)],
        }),
        ['CHROMEGMAILNEW', 'OL2016', 'PLAINTEXT'],
        headers(),
      ),
      ...refusals({}),
    },
  },
  {
    method: 'get',
    path: '/clients/configurations',
    operationId: 'listConfigurations',
    summary: 'What each email client offers, and whether it can be drawn now',
    description: 'Every code of `GET /clients`, also those that are unavailable for the moment.',
    tags: ['Email clients'],
    security: [],
    responses: {
      200: jsonAnswer('The email clients.', configurationsBody, {
        CHROMEGMAILNEW: {
          name: 'Gmail',
          group: 'Web-based',
          platform: 'Chrome',
          status: 'normal',
          orientation_options: ['vertical'],
          images_options: ['allowed', 'blocked'],
          drawn_by: ['5b0b4a6f3f6c0b1d9e8a7c6b5d4e3f21'],
          pixel_ratio: 1,
          fidelity: 'emulated',
          engine: 'chromium',
          as_of: '2025-07',
          confidence: 'documented',
        },
      }),
      ...refusals({ 503: 'The queue is away, so that no status is known.' }),
    },
  },
]
