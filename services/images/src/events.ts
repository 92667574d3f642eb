import { metrics } from '@opentelemetry/api'
import type { Logger } from '@pas/runtime/logger'

const meter = metrics.getMeter('pas.images')
const lostPictures = meter.createCounter('pas.images.lost_pictures', {
  description: 'Pictures whose object was gone from storage although their preview is captured',
})
const slowCallers = meter.createCounter('pas.images.slow_callers_ended', {
  description: 'Answers that were ended because their caller read too slowly',
})
const thumbnailDrawing = meter.createHistogram('pas.images.thumbnail_drawing_seconds', {
  unit: 's',
  description: 'Time to draw a small picture at its first request, including waiting',
  advice: { explicitBucketBoundaries: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
})
const comparing = meter.createHistogram('pas.images.comparing_seconds', {
  unit: 's',
  description: 'Time to compare two pictures, including waiting',
  advice: { explicitBucketBoundaries: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] },
})

export function pictureLost(logger: Logger, previewId: string, drawnAgain: boolean): void {
  lostPictures.add(1, { drawn_again: drawnAgain })
  logger.error({ previewId, drawnAgain }, 'picture lost or damaged in storage')
}

/** `ms` includes waiting. */
export function thumbnailDrawn(
  logger: Logger,
  { previewId, size, ms }: { previewId: string; size: string; ms: number },
): void {
  thumbnailDrawing.record(ms / 1000, { size })
  logger.info({ previewId, size, ms: Math.round(ms) }, 'thumbnail drawn')
}

/** `ms` includes waiting. */
export function differenceMade(
  logger: Logger,
  { previewId, form, ms }: { previewId: string; form: 'json' | 'png'; ms: number },
): void {
  comparing.record(ms / 1000, { form })
  logger.info({ previewId, form, ms: Math.round(ms) }, 'pictures compared')
}

export function slowCallerEnded(logger: Logger, reason: 'idle' | 'total'): void {
  slowCallers.add(1, { reason })
  logger.info({ reason }, 'slow caller ended')
}
