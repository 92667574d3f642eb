import { setTimeout as sleep } from 'node:timers/promises'
import { bytesOf, retryAfterSeconds } from './answer'
import { refusalOf, ServiceError, unreachable } from './service-error'
import { assertPictureUrl, serviceUrl } from './service-url'

export interface ServiceOptions {
  /** The service's INSTANT_URL, which ends in `/v1`. */
  url: string
  /** An API key, or an access token (`pas_tok_…`). */
  key: string
  fetch?: typeof globalThis.fetch
  /** Ends everything that is being asked. */
  signal?: AbortSignal | undefined
  /** For one request, beside what it waits by `Prefer: wait`. */
  timeoutMs?: number
  /** How long in all one request obeys `Retry-After`. */
  maxRetryAfterMs?: number
  /** How long a request is repeated when a service that has answered before cannot be reached. */
  maxOutageMs?: number
  /** Called before each `Retry-After` is waited for. */
  onRetryAfter?: (seconds: number, refusal: ServiceError) => void
}

export interface Asked {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Behind INSTANT_URL, with its query; or the whole address of a picture, to which no credential is sent. */
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** `Prefer: wait`. */
  waitS?: number
  /** The API's answers lead nowhere else, but for those that stand for a picture. */
  redirect?: 'follow'
  /** Leaves the body to the caller, for as long as it comes. */
  isStream?: boolean
  signal?: AbortSignal | undefined
  /** Ends pauses between repetitions, but no request under way. */
  pauseSignal?: AbortSignal | undefined
}

export interface Answer {
  response: Response
  /** Empty for a stream. */
  bytes: Uint8Array
}

export type Ask = (asked: Asked) => Promise<Answer>

type Settings = Required<Pick<ServiceOptions, 'fetch' | 'timeoutMs'>> & {
  base: string
  authorization: string
  signal: AbortSignal | undefined
}

const statusesOfRetryAfter = new Set([409, 429, 503])
/** What proxies answer for a service that is not there. */
const statusesOfOutage = new Set([502, 504])

/** Asks the service, and throws a `ServiceError` unless the answer is a success. */
export function createAsk(options: ServiceOptions): Ask {
  const { key, maxRetryAfterMs = 600_000, maxOutageMs = 15_000, onRetryAfter } = options
  const settings: Settings = {
    base: serviceUrl(options.url),
    authorization: key.startsWith('pas_tok_')
      ? `Bearer ${key}`
      : `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    fetch: options.fetch ?? globalThis.fetch,
    timeoutMs: options.timeoutMs ?? 60_000,
    signal: options.signal,
  }
  let hasAnswered = false

  return async (asked) => {
    const stopped = anyOf(asked.signal, options.signal)
    const pauseEnd = anyOf(stopped, asked.pauseSignal)
    const name = `${asked.method ?? 'GET'} ${asked.path.split('?')[0]}`
    let retryAfterMs = 0
    let outageSinceMs: number | null = null
    for (let tries = 0; ; tries += 1) {
      const answer = await askOnce(asked, settings)
      if (stopped.aborted) throw asError(stopped.reason)
      if (answer instanceof ServiceError) {
        outageSinceMs ??= performance.now()
        if (!hasAnswered || performance.now() - outageSinceMs >= maxOutageMs) throw answer
        await sleep(Math.min(250 * 2 ** tries, 2000), undefined, { signal: pauseEnd })
        continue
      }
      hasAnswered = true
      const { response, bytes } = answer
      if (response.ok) return answer
      const refusal = refusalOf(
        response.status,
        name,
        Buffer.from(bytes).toString('utf8'),
        response.headers.get('x-request-id'),
      )
      const seconds = retryAfterSeconds(response)
      if (seconds === null && statusesOfOutage.has(response.status)) {
        outageSinceMs ??= performance.now()
        if (performance.now() - outageSinceMs >= maxOutageMs) throw refusal
        await sleep(1000, undefined, { signal: pauseEnd })
        continue
      }
      outageSinceMs = null
      retryAfterMs += (seconds ?? Infinity) * 1000
      if (!statusesOfRetryAfter.has(response.status) || retryAfterMs > maxRetryAfterMs) throw refusal
      onRetryAfter?.(seconds ?? 0, refusal)
      await sleep((seconds ?? 0) * 1000, undefined, { signal: pauseEnd })
    }
  }
}

/** A `ServiceError` when no answer came. */
async function askOnce(asked: Asked, settings: Settings): Promise<Answer | ServiceError> {
  const { method = 'GET', path, body, headers, waitS = 0, isStream = false, signal } = asked
  const isOwn = path.startsWith('/')
  const address = isOwn ? `${settings.base}${path}` : assertPictureUrl(path)
  const limitMs = settings.timeoutMs + waitS * 1000
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Error(`no answer came in ${limitMs / 1000} s`)), limitMs)
  try {
    const response = await settings.fetch(address, {
      method,
      redirect: isOwn ? (asked.redirect ?? 'error') : 'follow',
      headers: {
        ...(isOwn && { Authorization: settings.authorization }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(waitS > 0 && { Prefer: `wait=${waitS}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: anyOf(timeout.signal, signal, settings.signal),
    })
    const isLeft = isStream && response.ok
    return { response, bytes: isLeft ? new Uint8Array() : await bytesOf(response) }
  } catch (error) {
    if (error instanceof ServiceError && error.status !== null) throw error
    return unreachable(isOwn ? settings.base : new URL(address).origin, error)
  } finally {
    clearTimeout(timer)
  }
}

export const anyOf = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((one) => one !== undefined))

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))
