import { comparePictures } from '@pas/picture-difference/compare-pictures'
import type { Rect } from '@pas/picture-difference/regions'

/** In the second picture. A region that only the first has is as high as nothing there. */
export async function findRegionsInThread([without, picture]: readonly [Uint8Array, Uint8Array]): Promise<
  Rect[]
> {
  const { regions } = await comparePictures(Buffer.from(without), Buffer.from(picture))
  return regions.map(({ head }) => head)
}
