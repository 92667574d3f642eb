import { fallbackPicturePath } from '@pas/captures/fallback-picture'
import type { PictureSize } from '@pas/captures/picture-sizes'
import type { Database } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import type { Request, Response } from 'express'
import { parseFallback } from './parse-fallback'

/** What choosing a fallback picture needs. */
export interface FallbackDeps {
  db: Database
  imagesUrl: string
  /** FALLBACK_HOSTS: hosts that the operator allows in every request's `fallback_url`. */
  fallbackHosts: ReadonlySet<string>
}

/**
 * The statuses that a fallback picture replaces (docs/contract.md §4). Any other status is the caller's own fault, and
 * is sent.
 */
const coveredStatuses: readonly number[] = [404, 500, 503, 504]

/**
 * Reads from the query which picture to show if the preview cannot be had, and keeps its URL in `res.locals` for
 * `fallbackLocation`. Throws a 400 unless `fallback_url` is an image on a host in FALLBACK_HOSTS or on one of the
 * owning application's callback URIs: any other would be an open redirect.
 */
export async function chooseFallback(
  { db, imagesUrl, fallbackHosts }: FallbackDeps,
  {
    query,
    res,
    emailGuid,
    size,
  }: { query: Request['query']; res: Response; emailGuid: string; size: PictureSize },
): Promise<void> {
  const wanted = parseFallback(query)
  if (!wanted) return
  // Set first: if the database cannot say whether the host of `fallback_url` is allowed, our own picture is shown.
  res.locals.fallbackLocation = `${imagesUrl}/${fallbackPicturePath(size)}`
  if (!wanted.url) return
  const { hostname, href } = wanted.url
  if (!fallbackHosts.has(hostname) && !(await findCallbackHosts(db, emailGuid)).has(hostname)) {
    throw new ApiError(
      'invalid_request',
      `fallback_url is on ${hostname}, which is neither a host of a callback URI of the application that posted this email nor one that the operator allows.`,
    )
  }
  res.locals.fallbackLocation = href
}

/**
 * The URL to which a request that ends in this error is redirected; null when the error is sent. A `HEAD` always gets
 * the real status.
 */
export function fallbackLocation(error: ApiError, req: Request, res: Response): string | null {
  const { fallbackLocation: location } = res.locals as { fallbackLocation?: string }
  return location !== undefined && req.method === 'GET' && coveredStatuses.includes(error.status)
    ? location
    : null
}

/**
 * The hosts of the callback URIs of the email's application; none when the email is unknown or removed, or has no
 * application.
 */
async function findCallbackHosts(db: Database, emailGuid: string): Promise<ReadonlySet<string>> {
  const callbackUris = await db.callbackUri.findMany({
    where: { oauthApplication: { emails: { some: { id: emailGuid } } } },
    select: { uri: true },
  })
  return new Set(callbackUris.map(({ uri }) => new URL(uri).hostname))
}
