import type { LinkAnswer, LinkFailure } from '@pas/email-checks/evidence'
import { LookupFailedError } from '../../outbound/guarded-connector'
import { outboundFailureOf } from '../../outbound/outbound-get'
import {
  redirectOf,
  userAgent,
  type OutboundRequest,
  type OutboundResponse,
} from '../../outbound/outbound-request'
import { outboundUrl } from '../../outbound/outbound-url'

/** What asking one link needs. */
export interface AskLinkDeps {
  request: OutboundRequest
  /** Runs `work` when the host may be asked. */
  inTurn: <Answer>(host: string, work: () => Promise<Answer>) => Promise<Answer>
  /** Why an address must not be asked, as one clause; null if it may. */
  whyLeftAlone: (url: URL) => string | null
  /** Time for each request, from its DNS lookup to the headers of its response. */
  timeoutMs: number
  maxRedirects: number
  /** Ends everything, with the failure `not_in_time`. */
  signal: AbortSignal
}

/**
 * Statuses of servers that may not answer HEAD as they answer GET. With 404 and 500 most do, but an error must be right.
 */
const headRefused: ReadonlySet<number> = new Set([403, 404, 405, 500, 501])

/** Whether the first byte was asked for and there is none (RFC 9110 §15.5.17): the address is there. */
const isEmptyRange = ({ statusCode }: OutboundResponse): boolean => statusCode === 416

/** Asks an address what it answers, redirects included, but follows none to an address that must be left alone. */
export async function askLink(address: string, deps: AskLinkDeps): Promise<LinkAnswer> {
  const seen = new Set<string>()
  let setsCookies = false
  let redirects = 0
  const failed = (failure: LinkFailure): LinkAnswer => ({ outcome: 'failed', failure, redirects })
  try {
    let url = outboundUrl(address)
    while (url) {
      const reason = deps.whyLeftAlone(url)
      if (reason !== null)
        return {
          outcome: 'left_alone',
          reason: redirects === 0 ? reason : `it redirects to an address that is left alone: ${reason}`,
        }
      if (seen.has(url.href)) return failed(setsCookies ? 'cookie_loop' : 'redirect_loop')
      seen.add(url.href)
      const response = await askOnce(url, deps)
      setsCookies ||= response.headers['set-cookie'] !== undefined
      const next = nextOf(response)
      if (next === 'nowhere')
        return { outcome: 'answered', status: isEmptyRange(response) ? 200 : response.statusCode, redirects }
      if (redirects === deps.maxRedirects) return failed('too_many_redirects')
      redirects++
      url = next
    }
    return failed('url')
  } catch (error) {
    if (deps.signal.aborted) return failed('not_in_time')
    if (error instanceof LookupFailedError) return failed('lookup')
    const failure = outboundFailureOf(error)
    return failed(failure === 'redirects' ? 'too_many_redirects' : failure)
  }
}

/**
 * Where a response leads on to; null for an address that browsers refuse. `nowhere`: it does not redirect, or to what an
 * app opens, such as a shop of apps.
 */
function nextOf(response: OutboundResponse): URL | 'nowhere' | null {
  const location = redirectOf(response)
  if (location === null) return 'nowhere'
  const isOfApp =
    URL.canParse(location, response.url.href) && !/^https?:$/.test(new URL(location, response.url).protocol)
  return isOfApp ? 'nowhere' : outboundUrl(location, response.url)
}

/** Sends HEAD, and GET of one byte if the server does not answer HEAD. */
async function askOnce(url: URL, deps: AskLinkDeps): Promise<OutboundResponse> {
  return deps.inTurn(url.host, async () => {
    const response = await send(url, 'HEAD', deps)
    return headRefused.has(response.statusCode) ? send(url, 'GET', deps) : response
  })
}

async function send(
  url: URL,
  method: 'HEAD' | 'GET',
  { request, timeoutMs, signal }: AskLinkDeps,
): Promise<OutboundResponse> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  ended.throwIfAborted()
  const endsWith = new Promise<never>((_resolve, reject) => {
    ended.addEventListener('abort', () => reject(ended.reason as Error), { once: true })
  })
  endsWith.catch(() => undefined)
  const headers = {
    'user-agent': userAgent,
    accept: '*/*',
    ...(method === 'GET' && { range: 'bytes=0-0' }),
  }
  // Raced, because undici does not act on the signal while a request waits for its connection.
  const response = await Promise.race([request(url, { method, headers, signal: ended }), endsWith])
  // A server that ignores the range would send all of it.
  if (method === 'GET') response.body.destroy()
  else void response.body.dump().catch(() => undefined)
  return response
}
