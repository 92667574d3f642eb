import { readFileSync } from 'node:fs'
import { validate } from '@readme/openapi-parser'
import { parse } from 'yaml'
import { keptDocument, keptDocumentPath } from '../generate/kept-document'
import { createOpenapiDocument, type OpenapiDocument } from '../src/document/openapi-document'
import { apiUrl, authUrl, startApi, type TestApi } from './start-api'

const addresses = { apiUrl, authUrl, instantUrl: `${apiUrl}/v1` }

describe('docs/openapi.yaml', () => {
  it('is what the schemas say; otherwise run `npm run generate:openapi`', () => {
    expect(readFileSync(keptDocumentPath, 'utf8')).toBe(keptDocument())
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

  it('as a page it names every operation, in one answer that loads nothing and runs nothing', async () => {
    const response = await get('/docs')
    const html = await response.text()
    for (const item of Object.values(createOpenapiDocument(addresses).paths ?? {}))
      for (const { operationId } of Object.values(item as Record<string, { operationId: string }>))
        expect(html).toContain(`id="${operationId}"`)
    expect(html).not.toMatch(/<script|<link|<img|<iframe|\son[a-z]+=|style="/i)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /)
    expect(policy).not.toMatch(/unsafe/)
  })
})
