import { findPictureOf } from '@pas/captures/find-previews'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { getCapture, pictureNotFound, type Capture } from '../captures/get-capture'

/** Two pictures, of which the `head` is the later one. */
export interface Pair {
  base: Capture
  head: Capture
}

/**
 * Throws 404 unless both pictures are there and of one account, and show one email or one configuration. `baseId` is
 * the preview's id (`differencePath`).
 */
export async function getPair(
  deps: DatabaseDeps,
  { baseId, headToken }: { baseId: string; headToken: string },
): Promise<Pair> {
  const head = await getCapture(deps, headToken)
  // Postgres refuses other texts in place of a UUID.
  const ofBase = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(baseId)
    ? await findPictureOf(deps, baseId)
    : null
  const ofHead = await findPictureOf(deps, head.previewId)
  if (!ofBase || !ofHead) throw pictureNotFound()
  const isOneEmail = ofBase.emailId === ofHead.emailId
  const isOneConfiguration =
    ofBase.emailClient === ofHead.emailClient &&
    ofBase.orientation === ofHead.orientation &&
    ofBase.images === ofHead.images
  const base = await getCapture(deps, ofBase.imageToken)
  if (base.accountId !== head.accountId || !(isOneEmail || isOneConfiguration)) throw pictureNotFound()
  return { base, head }
}
