import { whyHttpsUriRefused } from '@pas/accounts/why-https-uri-refused'
import { invalidField, type ApiError } from '@pas/runtime/errors'

/** Formats that browsers show in an `<img>`. */
const imageFile = /[^/]\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

export interface WantedFallback {
  /** Null: the service's own picture. */
  url: URL | null
}

/** Null when the request wants no fallback. Does not check the URL's host. Throws a 400 that says what is wrong. */
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

/** Decodes a URL that was encoded twice (docs/contract.md §4.15). Leaves a plain URL: its `%2F` may be meant. */
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
