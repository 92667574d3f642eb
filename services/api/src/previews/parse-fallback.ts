import { whyHttpsUriRefused } from '@pas/accounts/why-https-uri-refused'
import { ApiError } from '@pas/runtime/errors'

/** Of formats that browsers show in an `<img>`. */
const imageFile = /[^/]\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

/** What a request wants instead of a failure: a picture of its own, or ours when `url` is null. */
export interface WantedFallback {
  url: URL | null
}

/**
 * Reads `fallback` and `fallback_url`; null when failures are to be real statuses. Whether the URL's host is allowed is not looked at.
 * Throws a 400 that names the parameter and what is wrong with it.
 */
export function parseFallback(query: Readonly<Record<string, unknown>>): WantedFallback | null {
  const { fallback, fallback_url: fallbackUrl } = query
  if (fallback !== undefined && fallback !== 'true' && fallback !== 'false')
    throw new ApiError('invalid_request', 'fallback is true or false, once.')
  if (fallbackUrl === undefined) return fallback === 'true' ? { url: null } : null
  if (fallback === 'false')
    throw new ApiError('invalid_request', 'fallback_url implies fallback=true; leave one of them out.')
  if (typeof fallbackUrl !== 'string') throw refuse('is given more than once.')
  return { url: readImageUrl(fallbackUrl) }
}

/** `text` has been decoded once, as every query parameter. */
function readImageUrl(text: string): URL {
  const uri = decodeAgain(text)
  const reason = whyHttpsUriRefused(uri)
  if (reason !== null) throw refuse(reason)
  if (uri.includes('?')) throw refuse('has a query string: remove it and its ?.')
  const url = new URL(uri)
  if (!imageFile.test(url.pathname))
    throw refuse('does not end as an image file does: .png, .jpg, .gif, .webp, .svg, .avif, .bmp or .ico.')
  return url
}

/** docs/contract.md §4: it may arrive encoded twice. An address that is one already is not touched: its `%2F` may mean just that. */
function decodeAgain(text: string): string {
  if (!/^https%3a/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuse('is not well encoded.')
  }
}

const refuse = (reason: string): ApiError => new ApiError('invalid_request', `fallback_url ${reason}`)
