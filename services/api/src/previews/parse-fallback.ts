import { whyHttpsUriRefused } from '@pas/accounts/why-https-uri-refused'
import { invalidField, type ApiError } from '@pas/runtime/errors'

/** A path that ends with the extension of a format that browsers show in an `<img>`. */
const imageFile = /[^/]\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

/** The picture that a request wants instead of a failure: `url`, or the service's own when it is null. */
export interface WantedFallback {
  url: URL | null
}

/**
 * Reads `fallback` and `fallback_url`; null when the request wants none, so that failures keep their status. Does not
 * check whether the URL's host is allowed. Throws a 400 that names the parameter and what is wrong with it.
 */
export function parseFallback(query: Readonly<Record<string, unknown>>): WantedFallback | null {
  const { fallback, fallback_url: fallbackUrl } = query
  if (fallback !== undefined && fallback !== 'true' && fallback !== 'false')
    throw invalidField('fallback is true or false, once.', { field: 'fallback' })
  if (fallbackUrl === undefined) return fallback === 'true' ? { url: null } : null
  if (fallback === 'false')
    throw invalidField('fallback_url implies fallback=true; leave one of them out.', { field: 'fallback' })
  if (typeof fallbackUrl !== 'string') throw refuse('is given more than once.')
  return { url: readImageUrl(fallbackUrl) }
}

/** `text` has been decoded once already, as every query parameter is. */
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

/** Decodes a URL that was encoded twice (docs/contract.md §4.15). A plain URL stays: its `%2F` may be meant. */
function decodeAgain(text: string): string {
  if (!/^https%3a/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuse('is not well encoded.')
  }
}

const refuse = (reason: string): ApiError =>
  invalidField(`fallback_url ${reason}`, { field: 'fallback_url', message: reason })
