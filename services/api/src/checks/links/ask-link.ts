import type { LinkAnswer, LinkFailure } from '@pas/email-checks/measurements'
import { LookupFailedError } from '../../outbound/address-guard'
import {
  outboundFailureOf,
  redirectOf,
  sendOutbound,
  userAgent,
  type OutboundResponse,
} from '../../outbound/outbound-request'
import type { OutboundRoute } from '../../outbound/outbound-routes'
import { outboundUrl } from '../../outbound/outbound-url'

export class TooManyRequestsError extends Error {
  override name = 'TooManyRequestsError'
}

export interface AskLinkDeps {
  /** Runs `work` when the URL's site and its addresses may be asked. */
  inTurn: <Answer>(url: URL, work: (route: OutboundRoute) => Promise<Answer>) => Promise<Answer>
  /** Counts a request. Throws a `TooManyRequestsError` beyond the limit. */
  spend: () => void
  /** One clause; null if the address may be asked. */
  whyLeftAlone: (url: URL) => string | null
  /** Time from the connection to the headers of the response. */
  timeoutMs: number
  maxRedirects: number
  /** Ends everything, with the failure `not_in_time`. */
  signal: AbortSignal
}

/** After these answers to HEAD, GET may succeed. After 404 and 500 it rarely does, but an error must be right. */
const refusalsOfHead: ReadonlySet<number> = new Set([403, 404, 405, 500, 501])

/** The answer of an empty file to a request for its first byte (RFC 9110 §15.5.17). */
const isEmptyRange = ({ statusCode }: OutboundResponse): boolean => statusCode === 416

/** Follows redirects, but to no address that must be left alone. */
export async function askLink(address: string, deps: AskLinkDeps): Promise<LinkAnswer> {
  const seen = new Set<string>()
  let setsCookies = false
  let redirects = 0
  const failed = (failure: LinkFailure): LinkAnswer => ({ outcome: 'failed', failure, redirects })
  try {
    let url = new URL(address)
    for (;;) {
      const reason = deps.whyLeftAlone(url)
      if (reason !== null)
        return {
          outcome: 'left_alone',
          reason: redirects === 0 ? reason : `it redirects to an address that is left alone: ${reason}`,
        }
      if (outboundUrl(url.href) === null) return failed('port')
      if (seen.has(url.href)) return failed(setsCookies ? 'cookie_loop' : 'redirect_loop')
      seen.add(url.href)
      const response = await sendHeadOrGet(url, deps)
      setsCookies ||= response.headers['set-cookie'] !== undefined
      const next = nextUrlOf(response)
      if (next === 'nowhere')
        return { outcome: 'answered', status: isEmptyRange(response) ? 200 : response.statusCode, redirects }
      if (redirects === deps.maxRedirects) return failed('too_many_redirects')
      redirects++
      if (next === null) return failed('url')
      url = next
    }
  } catch (error) {
    if (deps.signal.aborted) return failed('not_in_time')
    if (error instanceof LookupFailedError) return failed('lookup')
    if (error instanceof TooManyRequestsError) return failed('too_many_requests')
    const failure = outboundFailureOf(error)
    return failed(failure === 'redirects' ? 'too_many_redirects' : failure)
  }
}

/** Null for a redirect to no valid address. `nowhere`: no redirect, or one that opens an app. */
function nextUrlOf(response: OutboundResponse): URL | 'nowhere' | null {
  const location = redirectOf(response)
  if (location === null) return 'nowhere'
  if (!URL.canParse(location, response.url.href)) return null
  const url = new URL(location, response.url)
  url.hash = ''
  return /^https?:$/.test(url.protocol) ? url : 'nowhere'
}

/** HEAD, then GET of one byte if the server does not answer HEAD. */
async function sendHeadOrGet(url: URL, deps: AskLinkDeps): Promise<OutboundResponse> {
  return deps.inTurn(url, async (route) => {
    const response = await send(route, url, 'HEAD', deps)
    return refusalsOfHead.has(response.statusCode) ? send(route, url, 'GET', deps) : response
  })
}

async function send(
  route: OutboundRoute,
  url: URL,
  method: 'HEAD' | 'GET',
  { timeoutMs, signal, spend }: AskLinkDeps,
): Promise<OutboundResponse> {
  const headers = {
    'user-agent': userAgent,
    accept: '*/*',
    ...(method === 'GET' && { range: 'bytes=0-0' }),
  }
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const response = await sendOutbound(route, url, { method, headers, signal: ended, spend })
  // A server that ignores the range would send all of it. After HEAD the connection is used again.
  if (method === 'GET') response.body.destroy()
  else void response.body.dump().catch(() => undefined)
  return response
}
