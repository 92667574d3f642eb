import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises'
import { PageError } from '@pas/pages/page-error'
import { currentCaller } from '@pas/runtime/caller'
import { createFairQueue } from '@pas/runtime/fair-queue'
import { errorBody, fieldErrorBody } from '@pas/runtime/http/error-body'
import { z } from 'zod'
import { ApiAnswerError } from './api-answer-error'

/** One request to the API. */
export interface ApiRequest {
  url: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Aborts when our own caller hangs up. */
  signal?: AbortSignal | undefined
  /** How long to wait for the answer's headers, second attempt included; 15 s by default. */
  timeoutMs?: number
  /** The IP address of our own caller, by which the API counts requests for its limits. */
  callerIp?: string | undefined
}

/** For calls that only read or write rows. */
const usualTimeoutMs = 15_000
const retryAfterMs = 100

/**
 * Sends a request and resolves to the answer, whatever its status; its body is unread. Throws an `ApiAnswerError` with
 * status 503 when no answer comes. A GET whose connection breaks is sent once more: the process that took it may have
 * stopped, and another can answer.
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
        ...forwarded(url, callerIp),
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
 * The headers that a proxy which terminates TLS would add. Needed for a plain-HTTP address within the installation,
 * where the other services name this process in TRUST_PROXY; empty for HTTPS. `X-Forwarded-For` is the caller's address
 * as this process sees it, not as the caller sent it, so that it cannot be forged.
 */
export function forwarded(url: string, callerIp: string | undefined): Record<string, string> {
  if (!url.startsWith('http:')) return {}
  return { 'X-Forwarded-Proto': 'https', ...(callerIp !== undefined && { 'X-Forwarded-For': callerIp }) }
}

/** The members of an error's body that are used here (docs/contract.md §4.17). */
const refusal = errorBody.pick({ title: true, description: true }).extend({
  code: z.string().optional(),
  errors: z.array(fieldErrorBody.extend({ code: z.string() })).optional(),
})

/** Told how many bytes of a body have arrived; may throw a `PageError`. */
export type CountBytes = (bytes: number) => void

/**
 * Reads an answer's JSON. Throws an `ApiAnswerError` for a refusal, and for a body that is not as documented, and what
 * `count` throws.
 */
export async function readAnswer<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
  count: CountBytes = () => undefined,
): Promise<z.output<Schema>> {
  if (!response.ok) throw await toAnswerError(response)
  try {
    const body = await readBytes(response, count)
    return await inTurn(() => schema.parse(JSON.parse(body.toString())))
  } catch (cause) {
    if (cause instanceof PageError) throw cause
    throw new ApiAnswerError(502, 'internal', 'The answer of the API is not as documented.', { cause })
  }
}

const turns = createFairQueue({ maxConcurrent: 1, maxPerAccount: 1 })

/**
 * Does work that occupies this thread, callers in turn: an email may have a thousand previews, whose answer and page
 * take 0.2 s. The turn lasts until the event loop's next iteration, and so includes the page that the answer completes.
 */
function inTurn<Result>(work: () => Result): Promise<Result> {
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

/** Makes the error of an answer that is a refusal, and reads its body. */
export async function toAnswerError(response: Response): Promise<ApiAnswerError> {
  const body = refusal.safeParse(await response.json().catch(() => null)).data
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiAnswerError(
    response.status,
    body?.code ?? codeOfStatus(response.status),
    body?.description ?? `The API answered with status ${response.status}.`,
    {
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
      ...(body?.errors && { errors: body.errors }),
    },
  )
}

/** The code for an answer without one, as a proxy in front of the API gives it. */
function codeOfStatus(status: number): string {
  if (status === 404) return 'not_found'
  if (status === 413) return 'payload_too_large'
  if (status === 429) return 'too_many_requests'
  return status >= 502 ? 'unavailable' : status >= 500 ? 'internal' : 'invalid_request'
}
