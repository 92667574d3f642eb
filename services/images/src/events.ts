import { metrics } from '@opentelemetry/api'
import type { Logger } from '@pas/runtime/logger'

const meter = metrics.getMeter('images')
const lostPictures = meter.createCounter('pas.images.lost_pictures', {
  description: 'Pictures whose object was gone from storage although their preview is captured',
})
const thumbnailDrawing = meter.createHistogram('pas.images.thumbnail_drawing', {
  unit: 'ms',
  description: 'Time to draw a small picture on its first demand, waiting included',
})

/** A captured preview's object is gone; `drawnAgain` says whether its next request captures it again. */
export function pictureLost(logger: Logger, previewId: string, drawnAgain: boolean): void {
  lostPictures.add(1, { drawn_again: drawnAgain })
  logger.error({ previewId, drawnAgain }, 'picture lost')
}

/** A small picture was made from the full one. */
export function thumbnailDrawn(logger: Logger, previewId: string, size: string, ms: number): void {
  thumbnailDrawing.record(ms, { size })
  logger.info({ previewId, size, ms: Math.round(ms) }, 'thumbnail drawn')
}
