import { fallbackPicturePath } from '@pas/captures/fallback-picture'
import type { PictureSize } from '@pas/captures/picture-sizes'
import type { Database } from '@pas/db/database'
import { findEmail } from '@pas/emails/find-emails'
import { ApiError } from '@pas/runtime/errors'
import type { Request } from 'express'
import { FallbackError } from '../errors'
import { parseFallback } from './parse-fallback'

/** docs/contract.md §4.15. Other refusals are the caller's own fault. */
const coveredStatuses: readonly number[] = [404, 500, 503, 504]

/**
 * Null when none is asked for. Throws a 400 unless `fallback_url` is on an allowed host: another would be an open
 * redirect. Throws a `FallbackError` with our picture when the database cannot tell.
 */
export async function chooseFallback(
  { db, config }: { db: Database; config: { imagesUrl: string; fallbackHosts: ReadonlySet<string> } },
  { query, emailGuid, size }: { query: Request['query']; emailGuid: string; size: PictureSize },
): Promise<string | null> {
  const fallback = parseFallback(query)
  if (!fallback) return null
  const ownPicture = `${config.imagesUrl}/${fallbackPicturePath(size)}`
  if (!fallback.url) return ownPicture
  const { hostname, href } = fallback.url
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

/** Turns an error of `answer` into a `FallbackError` when there is a `location`. */
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

/** Null when the error itself is sent. A `HEAD` always gets the real status. */
export function fallbackLocation(error: ApiError, thrown: unknown, req: Request): string | null {
  const isCovered = req.method === 'GET' && coveredStatuses.includes(error.status)
  return isCovered && thrown instanceof FallbackError ? thrown.location : null
}

async function findCallbackHosts(db: Database, emailGuid: string): Promise<ReadonlySet<string>> {
  const { oauthApplicationId = null } = (await findEmail({ db }, { id: emailGuid })) ?? {}
  if (oauthApplicationId === null) return new Set()
  const callbackUris = await db.callbackUri.findMany({ where: { oauthApplicationId }, select: { uri: true } })
  return new Set(callbackUris.map(({ uri }) => new URL(uri).hostname))
}
