import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import {
  configurationUrlBody,
  currentUserBody,
  emailClientsBody,
  emailClientSetsBody,
} from '@pas/api-contract/users'
import type { ZodType } from 'zod'
import { jsonAnswer } from '../openapi/json-answer'
import { databaseAway, refusals } from '../openapi/refusals'
import { accessTokenOnly } from '../openapi/security'

export function userOperations(apiUrl: string): RouteConfig[] {
  const get = (
    path: string,
    body: ZodType,
    texts: { operationId: string; summary: string; description: string; answer: string; example: object },
  ): RouteConfig => ({
    method: 'get',
    path: `/v2${path}`,
    operationId: texts.operationId,
    summary: texts.summary,
    description: texts.description,
    tags: ['Users'],
    servers: [{ url: apiUrl }],
    security: accessTokenOnly,
    responses: {
      200: jsonAnswer(texts.answer, body, texts.example),
      ...refusals({
        400: 'More than one `Authorization` header came, or the path is not well encoded.',
        401: 'No access token came, or it is unknown, expired or revoked. Refresh it; if that fails, start the authorization again.',
        403: 'The user or the account is inactive, the token lacks the scope `full`, or the request came over plain HTTP.',
        503: databaseAway,
      }),
    },
  })
  return [
    get('/users/current', currentUserBody, {
      operationId: 'getCurrentUser',
      summary: 'Who the token’s user is',
      description: 'The name and the identifier of the user who allowed your application to act for them.',
      answer: 'The user.',
      example: {
        user: { id: 42, full_name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace', language: 'de' },
      },
    }),
    get('/user_settings/clients', emailClientsBody, {
      operationId: 'listDefaultEmailClients',
      summary: 'The email clients that the user tests with',
      description:
        'What the user chose on the settings page, or the popular ones that can be drawn right now until they have chosen.',
      answer: 'The email clients.',
      example: {
        clients: [{ code: 'CHROMEGMAILNEW', name: 'Gmail', group: 'Web-based', platform: 'Chrome' }],
      },
    }),
    get('/user_settings/client_sets', emailClientSetsBody, {
      operationId: 'listEmailClientSets',
      summary: 'The sets of email clients that the user has named',
      description: 'The user makes them on the settings page: at most 20, by name.',
      answer: 'The sets.',
      example: { sets: [{ id: 7, name: 'Outlook check', clients: ['OL2016', 'OL2019'] }] },
    }),
    get('/user_settings/clients/configuration_url', configurationUrlBody, {
      operationId: 'getConfigurationUrl',
      summary: 'A link to the user’s settings page',
      description:
        'Send the user there to choose email clients. If their browser is signed in as somebody else, the page says so and asks them ' +
        'to switch; if as nobody, to sign in.',
      answer: 'The link.',
      example: { configuration_url: 'https://auth.example.com/settings/clients?link=pas_lnk_…' },
    }),
  ]
}
