import { changedRegions } from './changed-tiles'
import { findChanges } from './find-changes'
import { openPng } from './pixels'
import { limitRegions, type Region } from './regions'

export interface PictureDifference {
  /** Pixels by which the head is higher. */
  heightDelta: number
  changedPixels: number
  /** At most 50, in the order of the head. */
  regions: Region[]
}

/** Compares exactly. Rejects with a `PictureTooLargeError`, or when one is not a PNG that can be decoded. */
export async function comparePictures(basePng: Buffer, headPng: Buffer): Promise<PictureDifference> {
  if (basePng.equals(headPng)) return { heightDelta: 0, changedPixels: 0, regions: [] }
  const [base, head] = [await openPng(basePng), await openPng(headPng)]
  const { bands, inPlace } = await findChanges(base, head)
  const regions = limitRegions([...bands, ...(await changedRegions(base, head, inPlace))])
  return {
    heightDelta: head.height - base.height,
    changedPixels: regions.reduce((sum, { pixels }) => sum + pixels, 0),
    regions,
  }
}
