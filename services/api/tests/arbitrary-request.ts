import fc, { type Arbitrary } from 'fast-check'
import type { OpenapiDocument } from '../src/document/openapi-document'
import { isOwnServer } from './description'

/** A request as it is sent. */
export interface WireRequest {
  method: string
  /** From the root, with the query. */
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

/** Values that exist in the service, for requests to name. */
export interface KnownValues {
  /** By the name of the parameter or member. */
  values: Readonly<Record<string, readonly string[]>>
  /** `Authorization` headers that are accepted somewhere. */
  authorizations: readonly string[]
}

interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

/** One operation of the document; `name` is its operationId. */
export interface ListedOperation {
  name: string
  method: string
  /** From the root, with braces. */
  path: string
  parameters: { name: string; in: string; schema: Schema }[]
  bodySchema: Schema | null
}

interface RawOperation {
  operationId: string
  servers?: { url: string }[]
  parameters?: ListedOperation['parameters']
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export function listOperations(document: OpenapiDocument): ListedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, RawOperation>)
      .filter(([, { servers }]) => isOwnServer(document, servers))
      .map(([method, operation]) => {
        const [server] = operation.servers ?? document.servers ?? []
        return {
          name: operation.operationId,
          method: method.toUpperCase(),
          path: new URL(server?.url ?? '').pathname.replace(/\/$/, '') + path,
          parameters: operation.parameters ?? [],
          bodySchema: operation.requestBody?.content['application/json']?.schema ?? null,
        }
      }),
  )
}

const hostileTexts = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202e', '😀'.repeat(40), 'x'.repeat(65_536)],
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1e999',
    '../../etc/passwd',
    '<script>',
    "' OR 1=1 --",
    '{{7*7}}',
    '\r\nX: y',
  ],
  ...[
    '__proto__',
    'constructor',
    'https://evil.example/a.png',
    '//evil.example/a.png',
    'javascript:alert(1)',
  ],
]
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
// Made once: fast-check takes milliseconds to make an arbitrary of strings.
const freeText = fc.string({ unit: 'grapheme', maxLength: 80 })
const shortBinary = fc.string({ unit: 'binary', maxLength: 8 })
const anyJson = fc.jsonValue()
const hostileValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, [], {}, [[]], [null], nested(500), {
    __proto__: { a: 1 },
  }),
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  anyJson,
)

interface Scope {
  document: OpenapiDocument
  known: KnownValues
}

const mostly = <T>(usual: Arbitrary<T>, odd: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd })

const pick = <T>(members: Record<string, T>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))

/** Mostly a value that the schema allows, and sometimes a hostile one instead, also for members. */
function valueOf(scope: Scope, schema: Schema): Arbitrary<unknown> {
  return mostly(soundValueOf(scope, schema), hostileValue)
}

function soundValueOf(scope: Scope, schema: Schema): Arbitrary<unknown> {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return soundValueOf(scope, (scope.document.components?.schemas?.[name] ?? {}) as Schema)
  }
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.properties) {
    const { required = [], properties } = schema
    const members = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => {
        const values = scope.known.values[name]
        return [
          name,
          values ? mostly<unknown>(fc.constantFrom(...values), hostileValue) : valueOf(scope, member),
        ]
      }),
    )
    // Mostly few members, because a request with all of them is nearly always refused.
    const few = fc
      .subarray(Object.keys(properties), {
        minLength: 1,
        maxLength: Math.min(2, Object.keys(properties).length),
      })
      .chain((names) => fc.record(pick(members, [...required, ...names])))
    return fc.oneof(few, fc.record(members, { requiredKeys: required }))
  }
  if (schema.items) return fc.array(valueOf(scope, schema.items), { maxLength: 4 })
  if (schema.type === 'integer') return fc.integer()
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type !== 'string') return anyJson
  return schema.format === 'uuid' ? fc.uuid() : freeText
}

/** Text percent-encoded once, twice, or wrongly. */
function encoded(text: Arbitrary<string>): Arbitrary<string> {
  const encode = (value: string): string => encodeURIComponent(Buffer.from(value.slice(0, 2_000)).toString())
  return fc.oneof(
    { weight: 12, arbitrary: text.map(encode) },
    { weight: 1, arbitrary: text.map((value) => encode(encode(value))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%zz', '%ff', '%00', '%2F', '%c0%af', '..', '.', ';', '%u0041', '+'),
    },
  )
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const methods = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND SEARCH'.split(' ')
const mediaTypes = [
  ...[
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json; charset=utf-16',
    'text/plain',
  ],
  ...[
    'application/json; charset=nope',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'x',
    'json/',
    '/',
  ],
]
const authorizations = [
  'Basic',
  'Basic Og==',
  'Basic ====',
  'Bearer',
  'Bearer x',
  'bearer  x',
  'Digest a=b',
  `Bearer ${'x'.repeat(6_000)}`,
]
const rawBodies = [
  ...['', 'null', '"x"', '7', '{', '{"html_text"', '[1,', '{}', '[]', '\ufeff{"plain_text":"x"}', '{"a":1}}'],
  ...[
    '['.repeat(30_000),
    '{"a":'.repeat(10_000),
    '{"plain_text":"\\ud800"}',
    '{"plain_text":"x","plain_text":7}',
  ],
].map((text) => Buffer.from(text))
/** Requests to an operation, made from its description: valid ones, and ones that are wrong in some part. */
export function arbitraryRequest(
  document: OpenapiDocument,
  operation: ListedOperation,
  known: KnownValues,
): Arbitrary<WireRequest> {
  const scope = { document, known }
  const parameterValue = (name: string, schema: Schema): Arbitrary<string> => {
    const values = known.values[name]
    const described = encoded(valueOf(scope, schema).map(asText))
    return values ? mostly(fc.constantFrom(...values), described) : described
  }
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const path = fc
    .tuple(...inPath.map(({ name, schema }) => parameterValue(name, schema)))
    .map((values) =>
      inPath.reduce(
        (filled, { name }, index) => filled.replace(`{${name}}`, () => values[index] ?? ''),
        operation.path,
      ),
    )
  const pair = fc.oneof(
    ...inQuery.map(({ name, schema }) => parameterValue(name, schema).map((value) => `${name}=${value}`)),
    encoded(shortBinary),
    fc.constantFrom('', '=', '&', '__proto__=1', 'callback=x', 'orientation[]=vertical', 'images', '?'),
  )
  const query = fc
    .array(pair, { maxLength: 4 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
  const json = valueOf(scope, operation.bodySchema ?? {}).map((value) => Buffer.from(JSON.stringify(value)))
  const body = operation.bodySchema
    ? mostly<Buffer | null>(json, fc.constantFrom(null, ...rawBodies))
    : mostly<Buffer | null>(fc.constant(null), json)
  const headers = fc.record(
    {
      'X-Forwarded-Proto': mostly(fc.constant('https'), fc.constantFrom('http', 'HTTPS', '')),
      'Content-Type': mostly(fc.constant('application/json'), fc.constantFrom(...mediaTypes)),
      Authorization: mostly(fc.constantFrom(...known.authorizations), fc.constantFrom(...authorizations)),
      'Content-Encoding': mostly(fc.constant('identity'), fc.constantFrom('gzip', 'br', 'zstd', 'x', '')),
    },
    { requiredKeys: ['X-Forwarded-Proto', 'Authorization', 'Content-Type'] },
  )
  return fc.record({
    method: mostly(fc.constant(operation.method), fc.constantFrom(...methods)),
    path: fc.tuple(path, query).map((parts) => parts.join('')),
    headers,
    body,
  })
}
