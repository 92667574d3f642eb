import { failureTexts, type listedPreviewBody, type previewListBody } from '@pas/api-contract/previews'
import { isCaptured, isUnfinished, type CaptureFailure } from '@pas/captures/capture-state'
import type { ListedPreview } from '@pas/captures/list-previews'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { invalidField } from '@pas/runtime/errors'
import type { z } from 'zod'
import { previewResponse, requireEmailClient } from '../previews/schema'
import type { ListedEmail } from './list-previews'

export type OfferedPreview = ListedPreview & { offered: EmailClient }

/** Leaves out email clients that are not offered, whose preview paths are a 400. */
export function previewListResponse(
  imagesUrl: string,
  email: ListedEmail,
  previews: readonly ListedPreview[],
): z.output<typeof previewListBody> {
  const counts = { waiting: 0, captured: 0, failed: 0 }
  const listed = offeredInOrder(previews).map((preview) => {
    const body = listedPreview(imagesUrl, preview)
    counts[body.status] += 1
    return body
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
  previews: readonly ListedPreview[],
): z.output<typeof listedPreviewBody>[] =>
  offeredInOrder(previews).map((preview) => listedPreview(imagesUrl, preview))

/** Offered ones, in the order of `GET /clients`. */
export function offeredInOrder(previews: readonly ListedPreview[]): OfferedPreview[] {
  const key = ({ emailClient, orientation, images }: ListedPreview): string =>
    `${emailClient} ${orientation === 'vertical' ? 0 : 1} ${images}`
  return previews
    .flatMap((preview) => {
      const offered = findEmailClient(preview.emailClient)
      return offered ? [{ ...preview, offered, key: key(preview) }] : []
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

function listedPreview(
  imagesUrl: string,
  { offered, ...preview }: OfferedPreview,
): z.output<typeof listedPreviewBody> {
  const common = {
    client: preview.emailClient,
    orientation: preview.orientation,
    images: preview.images,
    requested_at: preview.requestedAt.toISOString(),
  }
  if (isCaptured(preview)) {
    return {
      ...common,
      status: 'captured',
      ...previewResponse(imagesUrl, offered, preview),
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
