import { readColour } from '@pas/email-clients/engine/dark/colour'
import type { PixelBox, TextLine } from '../contrast/laid-out-text'
import type { Area } from '../picture-area'
import type { CdpResult } from './cdp-connection'
import { maxLayers, SnapshotElements } from './snapshot-elements'

interface PictureOfPage {
  /** CSS pixels. */
  area: Area
  /** Device pixels per CSS pixel. */
  density: number
  /** The client shows the page smaller by this factor. */
  scale: number
  isDarkenedByEngine: boolean
}

/** CSS pixels as shown. Hidden preheaders often have 1 px, which nobody could read. */
const leastFontSize = 4
const hiddenOpacity = 0.02
/**
 * Leaves out emoji, which have their own colours, and marks between words: decoration needs no contrast (WCAG 2.2
 * §1.4.3).
 */
const legible = /(?![\p{Emoji_Presentation}|¦•·‧∙⋅.,;:/\\\p{Pd}])[\p{L}\p{N}\p{P}\p{S}]/u

/** Lists the lines meant to be seen, in document order. */
export function readLines(
  { documents: [document], strings }: CdpResult<'DOMSnapshot.captureSnapshot'>,
  picture: PictureOfPage,
): TextLine[] {
  if (!document) return []
  const elements = new SnapshotElements(document, strings)
  const { layoutIndex, bounds, start, length } = document.textBoxes
  return layoutIndex.flatMap((layout, index): TextLine[] => {
    const [x = 0, y = 0, width = 0, height = 0] = bounds[index] ?? []
    const from = start[index] ?? 0
    const text = elements.textOf(layout).slice(from, from + (length[index] ?? 0))
    const box = boxInPicture({ x, y, width, height }, picture)
    // A list's markers have the colour of its texts.
    if (box === null || !legible.test(text) || elements.nameOf(layout) === '::marker') return []
    const style = elements.stylesOf(layout)
    const fontSize = parseFloat(style['font-size']) * picture.scale
    const element = elements.parentOf(layout)
    const isHidden =
      style.visibility !== 'visible' ||
      fontSize < leastFontSize ||
      element.opacity <= hiddenOpacity ||
      isClippedOff({ x, y, width, height }, element.clip)
    if (isHidden) return []
    return [
      {
        text,
        element: element.index,
        where: element.where,
        fontSize,
        fontWeight: Number(style['font-weight']),
        box,
        paint: {
          colour: readColour(style['-webkit-text-fill-color']),
          layers: element.layers,
          isRecoloured:
            element.isRecoloured || picture.isDarkenedByEngine || element.layers.length > maxLayers,
          isCutFromBackground: element.isCutFromBackground,
        },
      },
    ]
  })
}

/**
 * Null if the line's middle is above or below the picture, or the whole line is beside it. Leaves out pixels shared
 * with a neighbour on the left or right.
 */
function boxInPicture({ x, y, width, height }: Area, { area, density }: PictureOfPage): PixelBox | null {
  const middle = y + height / 2 - area.y
  if (middle < 0 || middle >= area.height) return null
  const left = Math.max(0, Math.ceil((x - area.x) * density))
  const top = Math.max(0, Math.floor((y - area.y) * density))
  const right = Math.floor(Math.min(area.width, x - area.x + width) * density)
  const bottom = Math.min(Math.floor(area.height * density), Math.ceil((y - area.y + height) * density))
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null
}

/** Less than a pixel of width or height is within the clip. */
const isClippedOff = (line: Area, clip: Area | null): boolean =>
  clip !== null &&
  (Math.min(line.x + line.width, clip.x + clip.width) - Math.max(line.x, clip.x) < 1 ||
    Math.min(line.y + line.height, clip.y + clip.height) - Math.max(line.y, clip.y) < 1)
