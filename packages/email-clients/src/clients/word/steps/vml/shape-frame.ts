import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../../../engine/html-tree'
import { css, parseFraction, parsePair, parsePixels, type VmlStyle } from '../values/vml-values'

export interface GroupSpace {
  left: number
  top: number
  width: number
  height: number
  /** CSS pixels per unit. Null if the group's size in pixels is not known. */
  across: number | null
  down: number | null
}

export interface ShapeFrame {
  /** CSS pixels. Null if it depends on the container or the content. */
  widthPixels: number | null
  heightPixels: number | null
  css: string
  placed: 'inline' | 'absolute' | 'in group'
}

/** By VML's default, a shape without a size has that of its group. */
export function readFrame(style: VmlStyle, group: GroupSpace | null): ShapeFrame {
  return group ? frameInGroup(style, group) : frameInText(style)
}

function frameInText(style: VmlStyle): ShapeFrame {
  const width = readSize(style, 'width')
  const height = readSize(style, 'height')
  const isAbsolute = style.get('position')?.toLowerCase() === 'absolute'
  const parts = [width.css, height.css]
  if (isAbsolute) {
    const horizontal = style.get('mso-position-horizontal')?.toLowerCase()
    if (horizontal === 'center') parts.push('left:0;right:0;margin-left:auto;margin-right:auto')
    else if (horizontal === 'right') parts.push('right:0')
    else parts.push(`left:${css(offsetOf(style, 'left', 'margin-left'))}px`)
    parts.push(`top:${css(offsetOf(style, 'top', 'margin-top'))}px`)
    const zIndex = Math.round(parsePixels(style.get('z-index')) ?? 0)
    // Below 0 a shape is behind the text, and behind the colour of the cell around it (mjmlio/mjml issue 1671).
    // Otherwise it is in front of the text and of everything in it.
    parts.push(`z-index:${css(zIndex < 0 ? zIndex : zIndex + 1)}`)
  }
  return {
    widthPixels: width.pixels,
    heightPixels: height.pixels,
    css: parts.filter(Boolean).join(';'),
    placed: isAbsolute ? 'absolute' : 'inline',
  }
}

const offsetOf = (style: VmlStyle, name: string, marginName: string): number =>
  (parsePixels(style.get(name)) ?? 0) + (parsePixels(style.get(marginName)) ?? 0)

/** Thousandths of the container override lengths: `mso-width-percent:1000` is 100 %. */
function readSize(style: VmlStyle, name: 'width' | 'height'): { pixels: number | null; css: string } {
  const thousandths = Number.parseInt(style.get(`mso-${name}-percent`) ?? '', 10)
  if (thousandths > 0) return { pixels: null, css: `${name}:${css(Math.min(thousandths, 10_000) / 10)}%` }
  const pixels = parsePixels(style.get(name))
  if (pixels !== null) return { pixels: Math.max(pixels, 0), css: `${name}:${css(Math.max(pixels, 0))}px` }
  const percentage = /^\d{1,4}(?:\.\d+)?%$/.exec(style.get(name) ?? '')?.[0]
  return { pixels: null, css: percentage ? `${name}:${percentage}` : '' }
}

function frameInGroup(style: VmlStyle, group: GroupSpace): ShapeFrame {
  const left = (parsePixels(style.get('left')) ?? group.left) - group.left
  const top = (parsePixels(style.get('top')) ?? group.top) - group.top
  const width = parsePixels(style.get('width')) ?? group.width
  const height = parsePixels(style.get('height')) ?? group.height
  const share = (part: number, whole: number) => `${css((part / whole) * 100)}%`
  return {
    widthPixels: group.across === null ? null : width * group.across,
    heightPixels: group.down === null ? null : height * group.down,
    css:
      `left:${share(left, group.width)};top:${share(top, group.height)};` +
      `width:${share(Math.max(width, 0), group.width)};height:${share(Math.max(height, 0), group.height)}`,
    placed: 'in group',
  }
}

export function readCoordinates(
  element: Tree.Element,
): Pick<GroupSpace, 'left' | 'top' | 'width' | 'height'> {
  const [left, top] = parsePair(findAttribute(element, 'coordorigin'), parseFraction)
  const [width, height] = parsePair(findAttribute(element, 'coordsize'), parseFraction)
  const size = (number: number | null) => (number === null || !(number > 0) ? 1000 : Math.min(number, 1e9))
  return { left: left ?? 0, top: top ?? 0, width: size(width), height: size(height) }
}
