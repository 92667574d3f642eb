import { pictureSizes } from '@pas/captures/picture-sizes'
import http from 'node:http'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createOauthApplication } from '@pas/accounts/create-oauth-application'
import { createUser } from '@pas/accounts/create-user'
import { emailClients } from '@pas/email-clients/catalogue'
import { capturedColumns } from '@pas/testing/preview-columns'
import { propertyCases } from '@pas/testing/long-run'
import { seedAccessToken } from '@pas/testing/seed-access-token'
import { messageIdOf } from '@pas/webhooks/sign-message'
import Ajv2020 from 'ajv/dist/2020'
import fc from 'fast-check'
import { createOpenapiDocument } from '../src/document/openapi-document'
import { arbitraryRequest, listOperations, type KnownValues, type WireRequest } from './arbitrary-request'
import { apiUrl, authUrl, postEmail, startApi, type TestApi } from './start-api'

const timeoutMs = 30 * 60 * 1000

const document = createOpenapiDocument({ apiUrl, authUrl, instantUrl: `${apiUrl}/v1` })
const operations = listOperations(document)

let api: TestApi
let agent: http.Agent
/** An email with all previews captured, so that no request waits for a worker. */
let capturedGuid: string
let authorizations: string[]
/** More endpoints than there are requests that delete one. */
let webhookIds: string[]

beforeAll(async () => {
  api = await startApi({ longPollTimeoutMs: 1_000 })
  agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  for (const engine of ['chromium', 'text']) await api.pretendServed(engine)
  capturedGuid = await postEmail(api, { plain_text: 'x' })
  await captureEverything(capturedGuid)
  const person = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }
  const user = await createUser(api, { accountId: api.accountId, ...person })
  const application = {
    accountId: api.accountId,
    name: 'Partner',
    callbackUris: ['https://partner.example.com/'],
  }
  const { clientId } = await createOauthApplication(api, application)
  const { id: oauthApplicationId } = await api.db.oauthApplication.findUniqueOrThrow({ where: { clientId } })
  const createdAt = api.clock.now()
  const { accessToken } = await seedAccessToken(api.db, { userId: user.id, oauthApplicationId, createdAt })
  authorizations = [api.headers.Authorization ?? '', `Bearer ${accessToken}`]
  webhookIds = await addWebhooks()
})
afterAll(async () => {
  agent.destroy()
  await api.close()
})

async function captureEverything(emailId: string): Promise<void> {
  const configurations = emailClients.flatMap(({ code, engine, orientationOptions, imagesOptions }) =>
    orientationOptions.flatMap((orientation) =>
      imagesOptions.map((images) => ({ emailClient: code, engine, orientation, images })),
    ),
  )
  const at = api.clock.now()
  await api.db.preview.createMany({
    data: configurations.map((configuration) => ({
      ...configuration,
      id: randomUUID(),
      emailId,
      accountId: api.accountId,
      imageToken: randomBytes(24).toString('base64url'),
      requestedAt: at,
      ...capturedColumns(at),
    })),
  })
}

/** Endpoints with a delivery each, in rows, as the API makes no more than ten. */
async function addWebhooks(): Promise<string[]> {
  const at = api.clock.now()
  const ids = Array.from({ length: 300 }, () => randomUUID())
  await api.db.webhook.createMany({
    data: ids.map((id) => ({
      id,
      accountId: api.accountId,
      url: 'https://partner.example.com/webhooks',
      eventTypes: ['preview.captured'],
      secret: new Uint8Array(randomBytes(32)),
      createdAt: at,
    })),
  })
  await api.db.webhookDelivery.createMany({
    data: ids.map((id) => ({
      id,
      webhookId: id,
      type: 'webhook.test',
      facts: {},
      nextAttemptAt: at,
      createdAt: at,
      expiresAt: new Date(at.getTime() + 7 * 24 * 3_600_000),
    })),
  })
  return ids
}

const knownFor = (guids: string[]): KnownValues => ({
  values: {
    email_guid: guids,
    client_code: [...emailClients.map(({ code }) => code), 'plaintext'],
    client: [...emailClients.map(({ code }) => code), 'plaintext'],
    // Texts that Postgres cannot store, such as NUL.
    end_user_id: ['customer-7', 'a\0b', '\ud800'],
    size: [...pictureSizes, 'FULL'],
    webhook_id: webhookIds,
    message_id: webhookIds.map((id) => messageIdOf(id)),
    url: ['https://partner.example.com/webhooks', 'http://127.0.0.1/', 'https://10.0.0.1/'],
  },
  authorizations,
})

/** Sends a request over one connection that stays open. Resolves to the status and the body. */
async function send({ method, path, headers, body }: WireRequest): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(api.url)
  const length = body ? { 'Content-Length': body.length } : {}
  const request = http.request({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
  request.end(body ?? undefined)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) {
    chunks.push(chunk as Buffer)
    // An event stream goes on for 15 minutes; leaving the loop closes its connection.
    if (response.headers['content-type'] === 'text/event-stream') break
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }
}

/**
 * Sends a request. Throws for a 5xx; `checkAnswers` turns a response that the document does not describe into a 599.
 */
async function expectDescribed(request: WireRequest): Promise<number> {
  const { status, text } = await send(request)
  if (status >= 500) throw new Error(`${status}: ${text.slice(0, 1_000)}`)
  return status
}

describe('any request', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')

  it.each(operations)(
    'to $method $path gets no 5xx, only described responses, and a refusal when its body is not as described',
    async (operation) => {
      const isSound = operation.bodySchema ? ajv.compile(rooted(operation.bodySchema)) : () => true
      const isDelete = operation.method === 'DELETE'
      const guids = isDelete
        ? await Promise.all(Array.from({ length: 20 }, () => postEmail(api, { plain_text: 'x' })))
        : [capturedGuid, capturedGuid.toUpperCase()]
      await fc.assert(
        fc.asyncProperty(arbitraryRequest(document, operation, knownFor(guids)), async (request) => {
          const status = await expectDescribed(request)
          if (status < 300 && request.method === operation.method && operation.bodySchema)
            expect(isSound(JSON.parse((request.body ?? '').toString().replace(/^\ufeff/, '')))).toBe(true)
        }),
        propertyCases,
      )
    },
    timeoutMs,
  )

  it(
    'to any path gets no 5xx, and a 404 for an unknown one',
    async () => {
      const part = fc.constantFrom(
        ...[
          'v1',
          'v2',
          'V1',
          'emails',
          'clients',
          'configurations',
          'previews',
          'users',
          'current',
          'docs',
          'prefetch',
        ],
        ...[
          'healthz',
          'openapi.json',
          'full',
          '',
          '.',
          '..',
          '%2e%2e',
          '%',
          '%00',
          '%ff',
          '\\',
          ';a=b',
          'x'.repeat(3_000),
        ],
      )
      const path = fc.array(part, { maxLength: 7 }).map((parts) => `/${parts.join('/')}`)
      await fc.assert(
        fc.asyncProperty(
          path,
          fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'),
          async (to, method) => {
            const headers = { 'X-Forwarded-Proto': 'https', Authorization: authorizations[0] ?? '' }
            await expectDescribed({ method, path: to, headers, body: null })
          },
        ),
        {
          ...propertyCases,
          examples: [
            ['/V1', 'GET'],
            ['//', 'GET'],
            ['//', 'POST'],
          ],
        },
      )
    },
    timeoutMs,
  )
})

/** A schema of the document whose references (`#/…`) work outside of the document. */
const rooted = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object
