import {
  failureTexts,
  type comparisonBody,
  type listedPreviewBody,
  type previewListBody,
} from '@pas/api-contract/previews'
import { isCaptured, isUnfinished, type CaptureFailure } from '@pas/captures/capture-state'
import type { ListedPreview } from '@pas/captures/list-previews'
import { differencePath } from '@pas/captures/storage-keys'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { invalidField } from '@pas/runtime/errors'
import type { z } from 'zod'
import { previewResponse, requireEmailClient } from '../previews/schema'
import type { Base, ListedEmail } from './list-previews'
import type { PreviewWithEffects } from './previews-with-effects'

export type OfferedPreview = PreviewWithEffects & { offered: EmailClient }

/** Leaves out email clients that are not offered, whose preview paths are a 400. */
export function previewListResponse(
  imagesUrl: string,
  email: ListedEmail,
  previews: readonly PreviewWithEffects[],
  base: Base | null = null,
): z.output<typeof previewListBody> {
  const counts = { waiting: 0, captured: 0, failed: 0 }
  const earlier = new Map(base?.previews.map((preview) => [configurationKey(preview), preview]))
  const listed = offeredInOrder(previews).map((preview) => {
    const body = listedPreview(imagesUrl, preview)
    counts[body.status] += 1
    if (!base) return body
    const comparison = compare(imagesUrl, preview, earlier.get(configurationKey(preview)), base)
    return { ...body, comparison }
  })
  return {
    email_guid: email.id,
    reference: email.reference,
    complete: listed.length > 0 && counts.waiting === 0,
    counts,
    previews: listed,
  }
}

export const listedPreviewsResponse = (
  imagesUrl: string,
  previews: readonly PreviewWithEffects[],
): z.output<typeof listedPreviewBody>[] =>
  offeredInOrder(previews).map((preview) => listedPreview(imagesUrl, preview))

/** Offered ones, in the order of `GET /clients`. */
export function offeredInOrder<Row extends PreviewWithEffects>(
  previews: readonly Row[],
): (Row & OfferedPreview)[] {
  return previews
    .flatMap((preview) => {
      const offered = findEmailClient(preview.emailClient)
      return offered ? [{ ...preview, offered, key: configurationKey(preview) }] : []
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

const configurationKey = ({ emailClient, orientation, images }: ListedPreview): string =>
  `${emailClient} ${orientation === 'vertical' ? 0 : 1} ${images}`

/** By what the rows say: no picture is read. */
function compare(
  imagesUrl: string,
  head: ListedPreview,
  base: ListedPreview | undefined,
  { isOpen }: Base,
): z.output<typeof comparisonBody> {
  const because = (reason: NotComparable) => ({ verdict: 'not_comparable', reason }) as const
  if (head.status === 'failed' || base?.status === 'failed') return because('failed')
  if (!base) return because(isOpen ? 'not_captured' : 'gone')
  if (!isCaptured(head) || !isCaptured(base)) return because('not_captured')
  if (
    head.pictureSha256 &&
    base.pictureSha256 &&
    Buffer.compare(head.pictureSha256, base.pictureSha256) === 0
  )
    return { verdict: 'equal' }
  if (head.drawnBy !== base.drawnBy) return because('drawn_by')
  return {
    verdict: 'different',
    difference_url: `${imagesUrl}/${differencePath(head.imageToken, base.id, 'png')}`,
    summary_url: `${imagesUrl}/${differencePath(head.imageToken, base.id, 'json')}`,
  }
}

type NotComparable = Extract<z.output<typeof comparisonBody>, { verdict: 'not_comparable' }>['reason']

function listedPreview(
  imagesUrl: string,
  { offered, ...preview }: OfferedPreview,
): z.output<typeof listedPreviewBody> {
  const common = {
    client: preview.emailClient,
    orientation: preview.orientation,
    images: preview.images,
    requested_at: preview.requestedAt.toISOString(),
    ...(preview.changesSeen && { changes_seen: preview.changesSeen }),
  }
  if (isCaptured(preview)) {
    return {
      ...common,
      status: 'captured',
      ...previewResponse(imagesUrl, offered, preview),
      drawn_by: preview.drawnBy,
      ...(preview.pictureSha256 && { picture_sha256: Buffer.from(preview.pictureSha256).toString('hex') }),
    }
  }
  if (isUnfinished(preview)) return { ...common, status: 'waiting' }
  const failure = preview.failure as CaptureFailure
  return { ...common, status: 'failed', failure, description: failureTexts[failure] }
}

const maxCodes = 500

/** `?client=A&client=B`; null without `client`. Throws a 400 for an unknown code, or more than 500. */
export function parseEmailClientCodes(query: Readonly<Record<string, unknown>>): ReadonlySet<string> | null {
  if (query.client === undefined) return null
  const codes = [query.client].flat()
  if (codes.length > maxCodes)
    throw invalidField(`client may be given ${maxCodes} times at most.`, {
      field: 'client',
      code: 'out_of_range',
    })
  return new Set(codes.map((code) => requireEmailClient(typeof code === 'string' ? code : '').code))
}
