import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { validate } from '@readme/openapi-parser'
import Ajv2020 from 'ajv/dist/2020'
import { parse } from 'yaml'
import { keptDocument, keptDocumentPath } from '../generate/kept-document'
import { createOpenapiDocument, type OpenapiDocument } from '../src/document/openapi-document'
import { apiUrl, authUrl, startApi, type TestApi } from './start-api'

/** The part of an operation that the tests of its examples read. */
interface RawOperation {
  operationId: string
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}

const addresses = { apiUrl, authUrl, instantUrl: `${apiUrl}/v1` }

describe('docs/openapi.yaml', () => {
  it('is what the schemas say; otherwise run `npm run generate:openapi`', () => {
    expect(readFileSync(keptDocumentPath, 'utf8')).toBe(keptDocument())
  })

  it('names no server of the machine that reads it', () => {
    expect(readFileSync(keptDocumentPath, 'utf8')).not.toMatch(/localhost|127\.0\.0\.1/)
  })
})

describe('the document', () => {
  const document = createOpenapiDocument(addresses)
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(
      item as Record<string, { operationId?: string; summary?: string; security?: unknown }>,
    ).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  )

  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0')
    // A copy, as the validator resolves references in place.
    const validation = await validate(JSON.parse(JSON.stringify(document)) as Parameters<typeof validate>[0])
    expect(validation).toMatchObject({ valid: true, warnings: [] })
  })

  it('would be refused by the validator if it were wrong', async () => {
    const broken = JSON.parse(JSON.stringify(document)) as { paths: Record<string, { get: object }> }
    broken.paths['/clients'] = { get: { responses: { 200: { content: {} } } } }
    expect((await validate(broken as unknown as Parameters<typeof validate>[0])).valid).toBe(false)
  })

  it('names every operation once, says what it does, and which credentials it takes', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { summary, security } of operations) {
      expect(summary).toMatch(/./)
      expect(Array.isArray(security)).toBe(true)
    }
  })
})

describe('the examples', () => {
  const document = createOpenapiDocument(addresses)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const pointer = (...parts: string[]): string =>
    `document#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, RawOperation>).map(([method, operation]) => ({
      name: operation.operationId,
      place: ['paths', path, method],
      operation,
    })),
  )

  it.each(operations)(
    'of $name are as described: its request, and what it answers',
    ({ place, operation }) => {
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
      for (const [status, { content = {} }] of successes) {
        for (const [mediaType, { example }] of Object.entries(content)) {
          expect([status, mediaType, example]).not.toEqual([status, mediaType, undefined])
          const schema = { $ref: pointer(...place, 'responses', status, 'content', mediaType, 'schema') }
          const isSound = ajv.compile(schema)
          expect([isSound(example), isSound.errors]).toEqual([true, null])
        }
      }
    },
  )

  it('of requests are as described', () => {
    for (const [name, { examples = [] }] of Object.entries(document.components?.schemas ?? {}) as [
      string,
      { examples?: unknown[] },
    ][])
      for (const example of examples)
        expect([name, ajv.validate({ $ref: pointer('components', 'schemas', name) }, example)]).toEqual([
          name,
          true,
        ])
  })

  it('have no default in what a caller sends, which generators take for a member that must be sent', () => {
    expect(JSON.stringify(document)).not.toMatch(/"default":/)
  })
})

describe('served', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())
  const get = (path: string): Promise<Response> =>
    fetch(`${api.url}${path}`, { headers: { 'X-Forwarded-Proto': 'https' } })

  it('as JSON and as YAML it is the same, with the addresses of this service, and may be cached for a while', async () => {
    const asJson = await get('/openapi.json')
    const document = (await asJson.json()) as OpenapiDocument
    expect(document).toEqual(JSON.parse(JSON.stringify(createOpenapiDocument(addresses))))
    expect(document.servers).toEqual([{ url: `${apiUrl}/v1` }])
    expect(asJson.headers.get('cache-control')).toBe('public, max-age=300')
    const asYaml = await get('/openapi.yaml')
    expect(asYaml.headers.get('content-type')).toMatch(/^application\/yaml/)
    expect(parse(await asYaml.text())).toEqual(document)
  })

  it('at the root and at /v1 a browser is led to the page', async () => {
    for (const path of ['', '/', '/../']) {
      const response = await fetch(`${api.url}${path}`, {
        headers: { 'X-Forwarded-Proto': 'https' },
        redirect: 'manual',
      })
      expect([path, response.status, response.headers.get('location')]).toEqual([
        path,
        302,
        `${apiUrl}/v1/docs`,
      ])
    }
  })

  it('as a page it names every operation, in one answer that loads nothing, and runs one script that it allows by its hash', async () => {
    const response = await get('/docs')
    const html = await response.text()
    for (const item of Object.values(createOpenapiDocument(addresses).paths ?? {}))
      for (const { operationId } of Object.values(item as Record<string, { operationId: string }>))
        expect(html).toContain(`id="${operationId}"`)
    const [script = '', ...others] = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text)
    expect(others).toEqual([])
    const hash = createHash('sha256').update(script).digest('base64')
    expect(html.replace(script, '')).not.toMatch(/<script[^>]|<link|<img|<iframe|\son[a-z]+=|style="/i)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri /,
    )
    expect(policy).toContain(`script-src 'sha256-${hash}'`)
    expect(policy).not.toMatch(/unsafe/)
  })
})
