import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises'
import { PageError } from '@pas/pages/page-error'
import { currentCaller } from '@pas/runtime/caller'
import { createFairQueue } from '@pas/runtime/fair-queue'
import { errorBody, fieldErrorBody } from '@pas/runtime/http/error-body'
import { z } from 'zod'
import { ApiAnswerError } from './api-answer-error'

export interface ApiRequest {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Aborts when the browser hangs up. */
  signal?: AbortSignal | undefined
  /** For both attempts, until the answer's headers come; 15 s by default. */
  timeoutMs?: number
  /** The browser's IP address, by which the API counts requests for its limits. */
  callerIp?: string | undefined
}

const usualTimeoutMs = 15_000
const retryAfterMs = 100

/**
 * Throws `ApiAnswerError` (503) without an answer. A GET whose connection breaks is sent once more: the API's process
 * may have stopped, and another can answer.
 */
export async function sendRequest(deps: { fetch: typeof fetch }, request: ApiRequest): Promise<Response> {
  const { url, method = 'GET', body, headers = {}, signal, timeoutMs = usualTimeoutMs, callerIp } = request
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  const send = (): Promise<Response> =>
    deps.fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        Accept: 'application/json',
        ...forwardedHeaders(url, callerIp),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      signal: signal ? AbortSignal.any([late.signal, signal]) : late.signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  try {
    return await send().catch(async (error: unknown) => {
      if (method !== 'GET' || late.signal.aborted || signal?.aborted) throw error
      await delay(retryAfterMs)
      return send()
    })
  } catch (cause) {
    throw new ApiAnswerError(503, 'unavailable', 'The API could not be reached.', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The headers of a proxy that terminates TLS, for plain HTTP within the installation (TRUST_PROXY). `X-Forwarded-For`
 * is the address that this process sees; what the caller sent could be forged.
 */
export function forwardedHeaders(url: string, callerIp: string | undefined): Record<string, string> {
  if (!url.startsWith('http:')) return {}
  return { 'X-Forwarded-Proto': 'https', ...(callerIp !== undefined && { 'X-Forwarded-For': callerIp }) }
}

/** docs/contract.md §4.17. */
const refusalBody = errorBody.pick({ title: true, description: true }).extend({
  code: z.string().optional(),
  errors: z.array(fieldErrorBody.extend({ code: z.string() })).optional(),
})

/** Called with the bytes that have arrived so far; may throw a `PageError`. */
export type CountBytes = (bytes: number) => void

/** Throws an `ApiAnswerError` for a refusal or a body that is not as documented, and what `count` throws. */
export async function readAnswer<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
  count: CountBytes = () => undefined,
): Promise<z.output<Schema>> {
  if (!response.ok) throw await toAnswerError(response)
  try {
    const body = await readBytes(response, count)
    return await runInTurn(() => schema.parse(JSON.parse(body.toString())))
  } catch (cause) {
    if (cause instanceof PageError) throw cause
    throw new ApiAnswerError(502, 'internal', 'The answer of the API is not as documented.', { cause })
  }
}

const turns = createFairQueue({ maxConcurrent: 1, maxPerAccount: 1 })

/**
 * Callers take turns, because a thousand previews occupy this thread for 0.2 s. A turn lasts until the event loop's
 * next iteration, so that it includes making the page.
 */
function runInTurn<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve, reject) => {
    const turn = async (): Promise<void> => {
      resolve(work())
      await nextIteration()
    }
    turns.open(currentCaller(), 1).run(turn, new AbortController().signal).catch(reject)
  })
}

async function readBytes({ body }: Response, count: CountBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    count(bytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export async function toAnswerError(response: Response): Promise<ApiAnswerError> {
  const body = refusalBody.safeParse(await response.json().catch(() => null)).data
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiAnswerError(
    response.status,
    body?.code ?? codeOfStatus(response.status),
    body?.description ?? `The API answered with status ${response.status}.`,
    {
      retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : undefined,
      ...(body?.errors && { errors: body.errors }),
    },
  )
}

/** For an answer without a code, as a proxy in front of the API gives it. */
function codeOfStatus(status: number): string {
  if (status === 404) return 'not_found'
  if (status === 413) return 'payload_too_large'
  if (status === 429) return 'too_many_requests'
  if (status >= 502) return 'unavailable'
  return status >= 500 ? 'internal' : 'invalid_request'
}
