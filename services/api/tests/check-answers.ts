import type { RequestListener, ServerResponse } from 'node:http'
import type { DescribedOperation, Description } from './description'

/** A response before it is sent. */
interface Answer {
  method: string
  /** The path and query as they were sent. */
  url: string
  isOverHttps: boolean
  status: number
  headers: ReadonlyMap<string, string>
  body: string
}

/** An app whose every response is compared with the OpenAPI description. */
export interface CheckedApp {
  /** Replaces a response that is not as described by a 599 that says why. */
  listener: RequestListener
  /** Throws when any response was not as described. */
  assertAllDescribed(): void
}

/**
 * Health checks are for operators, and not in the document, which is for partners; nor is the way to the page, at the
 * root and at `/v1`.
 */
const undescribedPath = /^\/(healthz|readyz|v1\/?)?$/

/**
 * Headers of HTTP itself, of the base application and of the page, and `Allow`, which the document's text describes
 * once.
 */
const undescribedHeaders = new Set(
  (
    'allow connection content-length content-security-policy content-type date keep-alive strict-transport-security ' +
    'transfer-encoding x-content-type-options x-request-id'
  ).split(' '),
)

export function checkAnswers(app: RequestListener, description: Description): CheckedApp {
  const problems: string[] = []

  function check(answer: Answer): string | null {
    const problem = findProblem(description, answer)
    if (problem === null) return null
    const { method, url, status, body } = answer
    const text = `${method} ${url.slice(0, 300)} answered ${status}: ${problem}\n${body.slice(0, 500)}`
    problems.push(text)
    return text
  }

  return {
    listener: (req, res) => {
      // Read now, because Express removes the mount path from `req.url` later.
      const { method = '', url = '' } = req
      const isOverHttps = req.headers['x-forwarded-proto'] === 'https'
      const chunks: Buffer[] = []
      const end = res.end.bind(res) as (body?: Buffer) => ServerResponse
      const keep = (chunk: unknown): void => {
        if (typeof chunk === 'string' || chunk instanceof Uint8Array)
          chunks.push(Buffer.from(chunk as string))
      }
      // Express sends a body in one piece; pieces are collected all the same, so that none is missed.
      const write = res.write.bind(res) as (chunk: unknown) => boolean
      let isStreaming = false
      res.write = (chunk: unknown): boolean => {
        keep(chunk)
        if (res.getHeader('content-type') !== 'text/event-stream') return true
        // A stream is checked by its headers, and goes out piece by piece.
        if (!isStreaming) check(answerWith(''))
        isStreaming = true
        return write(chunk)
      }
      const answerWith = (body: string): Answer => ({
        method,
        url,
        isOverHttps,
        status: res.statusCode,
        headers: headersOf(res),
        body,
      })
      res.end = (chunk?: unknown): ServerResponse => {
        if (isStreaming) return end(chunk as Buffer | undefined)
        keep(chunk)
        const body = Buffer.concat(chunks)
        const problem = res.writableEnded ? null : check(answerWith(body.toString()))
        // Ending with an empty piece would make the response chunked.
        if (problem === null) return body.length > 0 ? end(body) : end()
        for (const name of res.getHeaderNames()) res.removeHeader(name)
        res.statusCode = 599
        return end(Buffer.from(problem))
      }
      app(req, res)
    },
    assertAllDescribed: () => {
      if (problems.length > 0)
        throw new Error(
          `${problems.length} answers are not as the document says:\n${problems.slice(0, 10).join('\n\n')}`,
        )
    },
  }
}

const headersOf = (res: ServerResponse): Map<string, string> =>
  new Map(Object.entries(res.getHeaders()).map(([name, value]) => [name, [value].flat().join(', ')]))

function findProblem(description: Description, answer: Answer): string | null {
  const path = answer.url.split('?')[0] ?? ''
  if (undescribedPath.test(path)) return null
  if (!answer.isOverHttps)
    return answer.status === 403 ? findRefusalProblem(description, answer) : 'plain HTTP was not refused'
  const operations = description.findPath(path)
  if (!operations) {
    return [400, 404].includes(answer.status)
      ? findRefusalProblem(description, answer)
      : 'nothing describes this path, and yet something answers'
  }
  if (isBadlyEncoded(path))
    return answer.status === 400
      ? findRefusalProblem(description, answer)
      : 'a badly encoded path was not refused'
  const operation = operations.get(answer.method === 'HEAD' ? 'GET' : answer.method)
  if (operation) return findAnswerProblem(operation, answer)
  const offered = [...operations.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const allowed = answer.headers.get('allow')?.split(', ') ?? []
  if (answer.status !== 405) return 'the method is not described here, and yet something answers'
  return allowed.sort().join() === offered.sort().join()
    ? findRefusalProblem(description, answer)
    : `Allow names ${allowed.join()}, the document ${offered.join()}`
}

/** Checks a refusal that belongs to no operation: it has the common error body and is never cached. */
function findRefusalProblem(description: Description, answer: Answer): string | null {
  if (answer.headers.get('cache-control') !== 'no-store') return 'a refusal may be cached'
  return answer.method === 'HEAD'
    ? findUnexpectedBody(answer)
    : description.findErrorProblem(answer.body, answer.status)
}

function findAnswerProblem(operation: DescribedOperation, answer: Answer): string | null {
  const response = operation.responses.get(answer.status)
  if (!response) return 'this status is not described'
  for (const [name, { required, findProblem }] of response.headers) {
    const value = answer.headers.get(name)
    if (value === undefined && required) return `the header ${name} is missing`
    const problem = value === undefined ? null : findProblem(value)
    if (problem !== null) return `the header ${name} is '${value}': ${problem}`
  }
  for (const name of answer.headers.keys()) {
    if (!response.headers.has(name) && !undescribedHeaders.has(name))
      return `the header ${name} is not described`
  }
  if (answer.method === 'HEAD' || response.content.size === 0) return findUnexpectedBody(answer)
  const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? 'none'
  const content = response.content.get(mediaType)
  return content ? content(answer.body) : `the media type ${mediaType} is not described`
}

function isBadlyEncoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

const findUnexpectedBody = ({ body }: Answer): string | null => (body === '' ? null : 'there is a body')
