import { OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { stringify } from 'yaml'
import { changeOperations } from '../changes/openapi'
import { checkOperations } from '../checks/openapi'
import { clientOperations } from '../clients/openapi'
import { exportOperations } from '../email-export/openapi'
import { assetOperations } from '../emails/assets-openapi'
import { messageOperations } from '../emails/message-openapi'
import { emailOperations } from '../emails/openapi'
import { previewOperations } from '../previews/openapi'
import { progressOperations } from '../progress/openapi'
import { shareOperations } from '../shares/openapi'
import { usageOperations } from '../usage/openapi'
import { userOperations } from '../users/openapi'
import { webhookOperations } from '../webhooks/openapi'
import { webhookMessages } from '../webhooks/webhook-messages'
import { headerComponents } from '../openapi/headers'
import { oauthOperations } from './oauth-operations'
import { documentOperations } from './openapi'
import { securitySchemes } from '../openapi/security'

export interface DocumentedAddresses {
  instantUrl: string
  apiUrl: string
  authUrl: string
}

export type OpenapiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

const description = `\
Shows your users what an email looks like in every email client. Your server uploads an email; an \`<img src>\` in somebody’s browser asks \
for a preview; the connection stays open while the email is drawn; a redirect leads to the picture.

Everything is HTTPS only. Bodies are JSON. There is no CORS and no JSONP. Unknown members of a request are ignored, and named in \
\`warnings\` where something is made; answers may gain members, so ignore those that you do not know. What a path does not offer is a 405 with \`Allow\`.

Every refusal has the same body, \`Error\`, whose \`description\` says what to do and whose \`code\` is for programs; the OAuth endpoints \
have their own. Every answer has an \`X-Request-Id\`: name it when you ask \
about one. Where there is a \`Retry-After\`, ask again after that many seconds. No refusal may be cached.`

export function createOpenapiDocument({ instantUrl, apiUrl, authUrl }: DocumentedAddresses): OpenapiDocument {
  const registry = new OpenAPIRegistry()
  for (const [name, header] of Object.entries(headerComponents))
    registry.registerComponent('headers', name, header)
  for (const [name, scheme] of Object.entries(securitySchemes(authUrl)))
    registry.registerComponent('securitySchemes', name, scheme)
  const operations = [
    ...emailOperations,
    ...assetOperations,
    ...messageOperations,
    ...exportOperations,
    ...previewOperations,
    ...progressOperations,
    ...changeOperations,
    ...checkOperations,
    ...shareOperations,
    ...clientOperations,
    ...webhookOperations,
    ...usageOperations,
    ...oauthOperations(authUrl),
    ...userOperations(apiUrl),
    ...documentOperations,
  ]
  for (const operation of operations) registry.registerPath(operation)
  for (const message of webhookMessages) registry.registerWebhook(message)
  const { components, webhooks, ...rest } = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Partner Access Service',
      version: '1',
      description,
    },
    servers: [{ url: instantUrl }],
    tags: [
      { name: 'Emails', description: 'What previews are made of.' },
      { name: 'Previews', description: 'An email as an email client shows it.' },
      { name: 'Checks', description: 'What is wrong with an email.' },
      { name: 'Shares', description: 'Links to an email’s pictures, for people without an account.' },
      { name: 'Email clients', description: 'Which there are, and what each offers.' },
      { name: 'Webhooks', description: 'Messages to your server when previews are finished.' },
      { name: 'Messages', description: 'What your server is sent.' },
      { name: 'Usage', description: 'What your account used.' },
      { name: 'OAuth 2.0', description: 'How an application gets tokens to act for somebody.' },
      { name: 'Users', description: 'For an application that acts for somebody.' },
      { name: 'This document' },
    ],
  })
  // Last, so that a reader of the text sees the paths first.
  return { ...rest, ...(webhooks && { webhooks }), ...(components && { components }) }
}

export const documentAsYaml = (document: OpenapiDocument): string => stringify(document, { lineWidth: 0 })
