import type { differenceBody as schema } from '@pas/api-contract/differences'
import type { PictureDifference } from '@pas/picture-difference/compare-pictures'
import type { z } from 'zod'

export const differenceBody = ({
  heightDelta,
  changedPixels,
  regions,
}: PictureDifference): z.output<typeof schema> => ({
  height_delta: heightDelta,
  changed_pixels: changedPixels,
  regions,
})
