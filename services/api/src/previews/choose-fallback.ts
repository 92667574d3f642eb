import { fallbackPicturePath } from '@pas/captures/fallback-picture'
import type { PictureSize } from '@pas/captures/picture-sizes'
import type { Database } from '@pas/db/database'
import { findEmail } from '@pas/emails/find-emails'
import { ApiError } from '@pas/runtime/errors'
import type { Request } from 'express'
import { FallbackError } from '../errors'
import { parseFallback } from './parse-fallback'

/** The statuses that a fallback picture replaces (docs/contract.md §4.15). Others are the caller's own fault. */
const coveredStatuses: readonly number[] = [404, 500, 503, 504]

/**
 * Reads from the query which picture to show if the preview cannot be had. Resolves to its URL, or to null when the
 * request names none. Throws a 400 unless `fallback_url` is an image on a host in FALLBACK_HOSTS or on one of the
 * owning application's callback URIs: any other would be an open redirect. When the database cannot say whether the
 * host is allowed, throws a `FallbackError` with our own picture.
 */
export async function chooseFallback(
  { db, config }: { db: Database; config: { imagesUrl: string; fallbackHosts: ReadonlySet<string> } },
  { query, emailGuid, size }: { query: Request['query']; emailGuid: string; size: PictureSize },
): Promise<string | null> {
  const wanted = parseFallback(query)
  if (!wanted) return null
  const ownPicture = `${config.imagesUrl}/${fallbackPicturePath(size)}`
  if (!wanted.url) return ownPicture
  const { hostname, href } = wanted.url
  const isAllowed =
    config.fallbackHosts.has(hostname) ||
    (await withFallback(ownPicture, findCallbackHosts(db, emailGuid))).has(hostname)
  if (!isAllowed) {
    throw new ApiError(
      'invalid_request',
      `fallback_url is on ${hostname}, which is neither a host of a callback URI of the application that posted this email nor one that the operator allows.`,
    )
  }
  return href
}

/** Resolves as `answer` does. Rejects with a `FallbackError` when there is a `location`, and else as `answer` does. */
export async function withFallback<Answer>(
  location: string | null,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw location === null ? error : new FallbackError(location, error)
  }
}

/**
 * The URL to which a request that ends in this error is redirected, when a `FallbackError` was thrown; null when the
 * error is sent. A `HEAD` always gets the real status.
 */
export function fallbackLocation(error: ApiError, thrown: unknown, req: Request): string | null {
  const isCovered = req.method === 'GET' && coveredStatuses.includes(error.status)
  return isCovered && thrown instanceof FallbackError ? thrown.location : null
}

/** The hosts of the callback URIs of the email's application; none for an unknown email or no application. */
async function findCallbackHosts(db: Database, emailGuid: string): Promise<ReadonlySet<string>> {
  const { oauthApplicationId = null } = (await findEmail({ db }, { id: emailGuid })) ?? {}
  if (oauthApplicationId === null) return new Set()
  const callbackUris = await db.callbackUri.findMany({ where: { oauthApplicationId }, select: { uri: true } })
  return new Set(callbackUris.map(({ uri }) => new URL(uri).hostname))
}
