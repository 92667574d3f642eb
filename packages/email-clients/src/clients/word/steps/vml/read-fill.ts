import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../../../engine/html-tree'
import { css, parseBoolean, parseColor, parseFraction, parsePair, parsePixels } from '../values/vml-values'

/** CSS backgrounds. The picture is painted over `paint`. */
export interface Fill {
  /** A colour or gradient; '' for none. */
  paint: string
  picture: Picture | null
  /** For things that cannot have a gradient. */
  color: string | null
}

interface Picture {
  address: string
  /** CSS `background` without the address. */
  placement: string
  opacity: number
  element: Tree.Element
}

/**
 * A fill is white by default. `<v:fill>` overrides `fillcolor`; `filled` and `<v:fill on>` can both switch it off.
 * `fill` and `filled` mean the same (HT 2021).
 */
export function readFill(shape: Tree.Element, fill: Tree.Element | null, filledByDefault = true): Fill {
  const isFilled =
    parseBoolean(findAttribute(shape, 'filled') ?? findAttribute(shape, 'fill'), filledByDefault) &&
    parseBoolean(fill && findAttribute(fill, 'on'), true)
  if (!isFilled) return { paint: '', picture: null, color: null }

  const written = (fill && findAttribute(fill, 'color')) ?? findAttribute(shape, 'fillcolor')
  const color = written === null ? '#ffffff' : parseColor(written)
  if (!fill) return { paint: color ?? '', picture: null, color }
  const opacity = clamp(parseFraction(findAttribute(fill, 'opacity')) ?? 1)
  const painted = color && withOpacity(color, opacity)
  const type = findAttribute(fill, 'type')?.trim().toLowerCase() ?? 'solid'
  const address = (findAttribute(fill, 'src') ?? findAttribute(fill, 'o:href') ?? '').trim()
  if (['tile', 'frame', 'pattern'].includes(type) && address !== '') {
    const placement = type === 'frame' ? framePlacement(fill) : tilePlacement(fill)
    // Only a colour that the email sets is painted behind the picture.
    const behind = written === null ? null : painted
    return { paint: behind ?? '', picture: { address, placement, opacity, element: fill }, color: behind }
  }
  if (type === 'gradient' || type === 'gradientradial' || type === 'gradienttitle') {
    return { paint: gradientOf(fill, type, color ?? '#ffffff', opacity), picture: null, color: painted }
  }
  return { paint: painted ?? '', picture: null, color: painted }
}

/**
 * `size`: lengths or shares of the shape, which the picture fills by default. `aspect`: `atleast` covers, `atmost` fits
 * in. Positions count from the middle, -.5 to .5 (mjml 4, mj-section).
 */
function framePlacement(fill: Tree.Element): string {
  const aspect = findAttribute(fill, 'aspect')?.trim().toLowerCase()
  const [x, y] = parsePair(findAttribute(fill, 'position'), parseFraction)
  const place = (share: number | null) => `${css((0.5 + (share ?? 0)) * 100)}%`
  const size =
    aspect === 'atleast' ? 'cover' : aspect === 'atmost' ? 'contain' : (pictureSize(fill) ?? '100% 100%')
  return `${place(x)} ${place(y)}/${size} no-repeat`
}

/** Positions count from the upper left corner, 0 to 1 (mjml 4, mj-section). */
function tilePlacement(fill: Tree.Element): string {
  const [x, y] = parsePair(findAttribute(fill, 'position'), parseFraction)
  const place = (share: number | null) => `${css((share ?? 0) * 100)}%`
  return `${place(x)} ${place(y)}/${pictureSize(fill) ?? 'auto'} repeat`
}

/** Null for `0,0` and anything that is no size: then the default applies. */
function pictureSize(fill: Tree.Element): string | null {
  const sizes = parsePair(findAttribute(fill, 'size'), (part) => {
    const share = parseFraction(part)
    // A negative number stands for a share, to tell it from pixels.
    return share !== null && share <= 1 ? -share : parsePixels(part)
  })
  const [width, height] = sizes.map((size) =>
    size === null || size === 0 ? null : size < 0 ? `${css(-size * 100)}%` : `${css(size)}px`,
  )
  return width || height ? `${width ?? 'auto'} ${height ?? 'auto'}` : null
}

/**
 * From `color` at the top to `color2`. `angle` turns counter-clockwise (Raphaël 2). A `focus` of 100 % reverses it, 50
 * % puts `color2` in the middle (Microsoft, VML Focus Attribute; VML FocusPosition Attribute, 2011).
 */
function gradientOf(fill: Tree.Element, type: string, color: string, opacity: number): string {
  const opacity2 = clamp(
    parseFraction(findAttribute(fill, 'o:opacity2') ?? findAttribute(fill, 'opacity2')) ?? opacity,
  )
  const from = withOpacity(color, opacity)
  const to = withOpacity(parseColor(findAttribute(fill, 'color2')) ?? '#ffffff', opacity2)
  const focus = Math.max(-1, Math.min(parseFraction(findAttribute(fill, 'focus')) ?? 0, 1))
  if (type !== 'gradient') {
    const [x, y] = parsePair(findAttribute(fill, 'focusposition'), parseFraction)
    const stops = Math.abs(focus) > 0.5 ? `${from},${to}` : `${to},${from}`
    return `radial-gradient(farthest-corner at ${css(clamp(x ?? 0) * 100)}% ${css(clamp(y ?? 0) * 100)}%,${stops})`
  }
  const angle = (((180 + (parsePixels(findAttribute(fill, 'angle')) ?? 0)) % 360) + 360) % 360
  return `linear-gradient(${css(angle)}deg,${linearStops(from, to, focus).join(',')})`
}

function linearStops(from: string, to: string, focus: number): string[] {
  if (focus === 0) return [from, to]
  if (Math.abs(focus) === 1) return [to, from]
  if (focus > 0) return [from, `${to} ${css(focus * 100)}%`, from]
  return [to, `${from} ${css(-focus * 100)}%`, to]
}

const clamp = (share: number): number => Math.max(0, Math.min(share, 1))

const withOpacity = (color: string, opacity: number): string =>
  opacity === 1 ? color : `color-mix(in srgb,${color} ${css(opacity * 100)}%,transparent)`
