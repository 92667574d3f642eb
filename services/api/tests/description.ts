import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import type { OpenapiDocument } from '../src/document/openapi-document'

/** Returns what is wrong with a text; null when nothing is. */
type FindProblem = (text: string) => string | null

/** One operation of the document, with which responses can be compared. Header names are in lower case. */
export interface DescribedOperation {
  responses: ReadonlyMap<
    number,
    {
      headers: ReadonlyMap<string, { required: boolean; findProblem: FindProblem }>
      /** By media type. */
      content: ReadonlyMap<string, FindProblem>
    }
  >
}

export interface Description {
  /** The operations of a raw path, by method in upper case; null when no path of the document matches. */
  findPath: (path: string) => ReadonlyMap<string, DescribedOperation> | null
  findErrorProblem: (body: string, status: number) => string | null
}

interface RawOperation {
  servers?: { url: string }[]
  parameters?: { name: string; in: string; schema: { enum?: string[] } }[]
  responses: Record<string, { headers?: Record<string, { $ref: string }>; content?: Record<string, unknown> }>
}

interface RawDocument {
  servers: { url: string }[]
  paths: Record<string, Record<string, RawOperation>>
  components: { headers: Record<string, { required?: boolean; schema: { type?: string } }> }
}

/**
 * Reads a document. Its schemas are JSON Schema 2020-12 (OpenAPI 3.1); each is compiled when the first response needs
 * it.
 */
export function readDescription(document: OpenapiDocument): Description {
  const raw = closed(document) as RawDocument
  const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false })
  addFormats(ajv)
  ajv.addSchema(raw, 'document')
  const validators = new Map<string, ValidateFunction>()
  const findSchemaProblem = (place: readonly string[], value: unknown): string | null => {
    const $ref = `document#/${place.map(pointerPart).join('/')}`
    const validate = validators.get($ref) ?? ajv.compile({ $ref })
    validators.set($ref, validate)
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }
  const findBodyProblem = (place: readonly string[], text: string): string | null => {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return 'the body is no JSON'
    }
    return findSchemaProblem(place, body)
  }

  function describeOperation(path: string, method: string, operation: RawOperation): DescribedOperation {
    const responses = Object.entries(operation.responses).map(([status, response]) => {
      const place = ['paths', path, method, 'responses', status]
      const headers = Object.entries(response.headers ?? {}).map(([name, { $ref }]) => {
        const component = $ref.split('/').at(-1) ?? ''
        const header = raw.components.headers[component]
        if (!header) throw new Error(`there is no header ${component}`)
        const read = (text: string): unknown => (header.schema.type === 'integer' ? Number(text) : text)
        const findProblem: FindProblem = (text) =>
          findSchemaProblem(['components', 'headers', component, 'schema'], read(text))
        return [name.toLowerCase(), { required: header.required ?? false, findProblem }] as const
      })
      const content = Object.keys(response.content ?? {}).map((mediaType) => {
        const findProblem: FindProblem = (text) =>
          mediaType === 'application/json'
            ? findBodyProblem([...place, 'content', mediaType, 'schema'], text)
            : null
        return [mediaType, findProblem] as const
      })
      return [Number(status), { headers: new Map(headers), content: new Map(content) }] as const
    })
    return { responses: new Map(responses) }
  }

  const paths = Object.entries(raw.paths)
    .filter(([, methods]) => Object.values(methods).every(({ servers }) => isOwnServer(raw, servers)))
    .map(([path, methods]) => {
      const operations = Object.entries(methods).map(
        ([method, operation]) => [method.toUpperCase(), describeOperation(path, method, operation)] as const,
      )
      const [first] = Object.values(methods)
      const base = new URL((first?.servers ?? raw.servers)[0]?.url ?? '').pathname.replace(/\/$/, '')
      return { pattern: asPattern(base + path, first?.parameters ?? []), operations: new Map(operations) }
    })
    // OpenAPI 3.1, "Path Templating Matching": concrete paths come before templated ones.
    .sort((a, b) => a.pattern.source.split('[^').length - b.pattern.source.split('[^').length)

  return {
    findPath: (path) => paths.find(({ pattern }) => pattern.test(path))?.operations ?? null,
    findErrorProblem: (body, status) =>
      findBodyProblem(['components', 'schemas', 'Error'], body) ??
      ((JSON.parse(body) as { status: number }).status === status ? null : 'the body names another status'),
  }
}

/** Whether the API itself answers these operations; the auth service answers others that the document describes. */
export const isOwnServer = (
  document: { servers?: { url: string }[] },
  servers: { url: string }[] | undefined,
): boolean => {
  const origin = (from: { url: string }[] | undefined): string => new URL(from?.[0]?.url ?? '').origin
  return origin(servers ?? document.servers) === origin(document.servers)
}

/**
 * Matches paths as Express does: in any letter case, with or without a slash at the end, and before percent decoding.
 */
function asPattern(template: string, parameters: NonNullable<RawOperation['parameters']>): RegExp {
  const source = template.replaceAll(/\{([^{}]+)\}|[.]/g, (part, name: string | undefined) => {
    if (name === undefined) return `\\${part}`
    const values = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema
      .enum
    return values ? `(?:${values.join('|')})` : '[^/]+'
  })
  return new RegExp(`^${source}/?$`, 'i')
}

/**
 * The document with `additionalProperties: false` in every object: callers must ignore unknown members, but a response
 * may not have a member that is not described.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]))
  const isObjectSchema = copy.type === 'object' && 'properties' in copy && !('additionalProperties' in copy)
  return isObjectSchema ? { ...copy, additionalProperties: false } : copy
}

/** A part of a JSON pointer (RFC 6901), encoded for a URI fragment. */
const pointerPart = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
