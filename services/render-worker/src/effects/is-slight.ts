import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { Rect, Region } from '@pas/picture-difference/regions'

/** CSS pixels: a round corner that is square, or two of them above each other. */
const cornerSize = { width: 24, height: 64 }
/** CSS pixels by which what is below stands higher or lower. */
const shiftSize = 3

/** CSS pixels below which an edge is only drawn between other pixels of the screen. */
const edgeSize = 1

/** A thing as wide is a line between parts of the email: of the picture's width, or CSS pixels of most contents' 600. */
const lineWidth = { share: 0.8, most: 480 }

/**
 * Whether the pictures differ by so little space that only a comparison shows it, or, without a radius, in corners alone:
 * of another change as small a difference is an icon that is gone.
 */
export function isSlight(
  regions: readonly Region[],
  frame: Pick<Frame, 'width' | 'deviceScaleFactor'>,
  isOfRadius: boolean,
): boolean {
  return (
    regions.length > 0 &&
    regions.every((region) => {
      const { width, height } = sizeOf(region, frame.deviceScaleFactor)
      if (region.kind !== 'changed') return region.kind !== 'moved' && height <= shiftSize
      const isLine = width >= Math.min(lineWidth.share * frame.width, lineWidth.most)
      const isEdge = Math.min(width, height) < edgeSize && !isLine
      return isEdge || (isOfRadius && width <= cornerSize.width && height <= cornerSize.height)
    })
  )
}

/** CSS pixels of the larger of both: what is gone is in one of them alone. */
function sizeOf({ base, head }: Region, scale: number): Pick<Rect, 'width' | 'height'> {
  return {
    width: Math.max(base.width, head.width) / scale,
    height: Math.max(base.height, head.height) / scale,
  }
}
