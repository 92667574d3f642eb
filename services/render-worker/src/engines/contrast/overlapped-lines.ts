import type { PixelBox, TextLine } from './laid-out-text'

/** Finds lines that share more than half of a box: pictures do not tell whose pixels are there. */
export function overlappedLines(lines: readonly TextLine[]): Set<TextLine> {
  const seen = lines.filter(({ paint }) => paint.colour !== null)
  const byTop = seen.sort((one, other) => one.box.top - other.box.top)
  const found = new Set<TextLine>()
  byTop.forEach((upper, index) => {
    for (let at = index + 1; at < byTop.length; at++) {
      const lower = byTop[at]
      if (!lower || lower.box.top >= upper.box.top + upper.box.height) break
      const smaller = Math.min(pixelsIn(upper.box), pixelsIn(lower.box))
      if (sharedPixels(upper.box, lower.box) > smaller / 2) found.add(upper).add(lower)
    }
  })
  return found
}

export const pixelsIn = ({ width, height }: PixelBox): number => width * height

function sharedPixels(one: PixelBox, other: PixelBox): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return Math.max(0, width) * Math.max(0, height)
}
