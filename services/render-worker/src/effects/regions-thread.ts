import { comparePictures } from '@pas/picture-difference/compare-pictures'
import type { Region } from '@pas/picture-difference/regions'

export async function findRegionsInThread([without, picture]: readonly [Uint8Array, Uint8Array]): Promise<
  Region[]
> {
  return (await comparePictures(Buffer.from(without), Buffer.from(picture))).regions
}
