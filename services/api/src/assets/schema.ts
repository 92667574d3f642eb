import type { assetsBody } from '@pas/api-contract/assets'
import type { EmailAssets } from '@pas/emails/asset-lists'
import type { FailedAsset, FrozenAsset } from '@pas/emails/frozen-email'
import type { z } from 'zod'
import { shownUrl } from '../http/shown-url'

export function assetsResponse({ kept, failed }: EmailAssets): z.output<typeof assetsBody> {
  const assets = [
    ...kept
      .filter(({ standsFor }) => standsFor === undefined)
      .map(({ url, contentType, length, width = null, height = null, where = null }) => ({
        url: shownUrl(url),
        status: 'kept' as const,
        reason: null,
        http_status: null,
        bytes: length,
        content_type: contentType,
        width,
        height,
        where,
      })),
    ...[...failed, ...kept.flatMap(asFailed)].map(({ url, reason, httpStatus = null, where = null }) => ({
      url: shownUrl(url),
      status: 'failed' as const,
      reason,
      http_status: httpStatus,
      bytes: null,
      content_type: null,
      width: null,
      height: null,
      where,
    })),
  ]
  // Those without a place come last.
  const placeOf = ({ where }: (typeof assets)[number]): [number, number] =>
    where ? [where.line, where.column] : [Infinity, 0]
  return assets.sort((one, other) => {
    const [line, column] = placeOf(one)
    const [otherLine, otherColumn] = placeOf(other)
    return line === otherLine ? column - otherColumn : line - otherLine
  })
}

function asFailed({ url, where, standsFor }: FrozenAsset): (Pick<
  FailedAsset,
  'url' | 'reason' | 'httpStatus'
> & {
  where: FrozenAsset['where']
})[] {
  return standsFor === undefined ? [] : [{ url, where, reason: standsFor }]
}
