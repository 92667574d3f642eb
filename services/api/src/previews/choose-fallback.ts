import { fallbackPicturePath } from '@pas/captures/fallback-picture'
import type { PictureSize } from '@pas/captures/picture-sizes'
import type { Database } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import type { Request, Response } from 'express'
import { parseFallback } from './parse-fallback'

export interface FallbackDeps {
  db: Database
  imagesUrl: string
  /** The operator's, which everybody may use. */
  fallbackHosts: ReadonlySet<string>
}

/** docs/contract.md §4: any other failure is the caller's own, and stays a real status. */
const coveredStatuses: readonly number[] = [404, 500, 503, 504]

/**
 * Reads which picture stands in for this one if it cannot be had, and keeps that for `fallbackLocation`. Throws a 400 for anything but
 * an image on a host of the operator's or of the application that owns the email: we redirect nowhere else.
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
  // Ours stands in also while nobody can say whether the host is allowed: the database may be away.
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

/** Where a request that ends in this error is redirected instead; null for nowhere. `HEAD` asks how things are, and is told. */
export function fallbackLocation(error: ApiError, req: Request, res: Response): string | null {
  const { fallbackLocation: location } = res.locals as { fallbackLocation?: string }
  return location !== undefined && req.method === 'GET' && coveredStatuses.includes(error.status)
    ? location
    : null
}

/** None for an email that is unknown or removed, and for one that no application posted. */
async function findCallbackHosts(db: Database, emailGuid: string): Promise<ReadonlySet<string>> {
  const callbackUris = await db.callbackUri.findMany({
    where: { oauthApplication: { emails: { some: { id: emailGuid } } } },
    select: { uri: true },
  })
  return new Set(callbackUris.map(({ uri }) => new URL(uri).hostname))
}
