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
 * A fill is white by default. `<v:fill>` overrides `fillcolor`; either can switch it off. `fill` and `filled` mean the
 * same (HT 2021).
 */
export function readFill(shape: Tree.Element, fill: Tree.Element | null, filledByDefault = true): Fill {
  const filled =
    parseBoolean(findAttribute(shape, 'filled') ?? findAttribute(shape, 'fill'), filledByDefault) &&
    parseBoolean(fill && findAttribute(fill, 'on'), true)
  if (!filled) return { paint: '', picture: null, color: null }

  const written = (fill && findAttribute(fill, 'color')) ?? findAttribute(shape, 'fillcolor')
  const color = written === null ? '#ffffff' : parseColor(written)
  if (!fill) return { paint: color ?? '', picture: null, color }
  const opacity = clamp(parseFraction(findAttribute(fill, 'opacity')) ?? 1)
  const painted = color && translucent(color, opacity)
  const type = findAttribute(fill, 'type')?.trim().toLowerCase() ?? 'solid'
  const address = (findAttribute(fill, 'src') ?? findAttribute(fill, 'o:href') ?? '').trim()
  if (['tile', 'frame', 'pattern'].includes(type) && address !== '') {
    const placement = type === 'frame' ? framed(fill) : tiled(fill)
    const behind = written === null ? null : painted
    return { paint: behind ?? '', picture: { address, placement, opacity, element: fill }, color: behind }
  }
  if (type === 'gradient' || type === 'gradientradial' || type === 'gradienttitle') {
    return { paint: gradient(fill, type, color ?? '#ffffff', opacity), picture: null, color: painted }
  }
  return { paint: painted ?? '', picture: null, color: painted }
}

/**
 * `size`: lengths or shares of the shape, which the picture fills by default. `aspect`: `atleast` covers, `atmost` fits
 * in. Positions count from the middle, -.5 to .5 (mjml 4, mj-section).
 */
function framed(fill: Tree.Element): string {
  const aspect = findAttribute(fill, 'aspect')?.trim().toLowerCase()
  const [x, y] = parsePair(findAttribute(fill, 'position'), parseFraction)
  const place = (share: number | null) => `${css((0.5 + (share ?? 0)) * 100)}%`
  const size =
    aspect === 'atleast' ? 'cover' : aspect === 'atmost' ? 'contain' : (pictureSize(fill) ?? '100% 100%')
  return `${place(x)} ${place(y)}/${size} no-repeat`
}

/** Positions count from the upper left corner, 0 to 1 (mjml 4, mj-section). */
function tiled(fill: Tree.Element): string {
  const [x, y] = parsePair(findAttribute(fill, 'position'), parseFraction)
  const place = (share: number | null) => `${css((share ?? 0) * 100)}%`
  return `${place(x)} ${place(y)}/${pictureSize(fill) ?? 'auto'} repeat`
}

/** Null for `0,0` and anything that is no size: then the default applies. */
function pictureSize(fill: Tree.Element): string | null {
  const sizes = parsePair(findAttribute(fill, 'size'), (part) => {
    const share = parseFraction(part)
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
function gradient(fill: Tree.Element, type: string, color: string, opacity: number): string {
  const opacity2 = clamp(
    parseFraction(findAttribute(fill, 'o:opacity2') ?? findAttribute(fill, 'opacity2')) ?? opacity,
  )
  const from = translucent(color, opacity)
  const to = translucent(parseColor(findAttribute(fill, 'color2')) ?? '#ffffff', opacity2)
  const focus = Math.max(-1, Math.min(parseFraction(findAttribute(fill, 'focus')) ?? 0, 1))
  if (type !== 'gradient') {
    const [x, y] = parsePair(findAttribute(fill, 'focusposition'), parseFraction)
    const stops = Math.abs(focus) > 0.5 ? `${from},${to}` : `${to},${from}`
    return `radial-gradient(farthest-corner at ${css(clamp(x ?? 0) * 100)}% ${css(clamp(y ?? 0) * 100)}%,${stops})`
  }
  const angle = (((180 + (parsePixels(findAttribute(fill, 'angle')) ?? 0)) % 360) + 360) % 360
  const stops =
    focus === 0
      ? [from, to]
      : Math.abs(focus) === 1
        ? [to, from]
        : focus > 0
          ? [from, `${to} ${css(focus * 100)}%`, from]
          : [to, `${from} ${css(-focus * 100)}%`, to]
  return `linear-gradient(${css(angle)}deg,${stops.join(',')})`
}

const clamp = (share: number): number => Math.max(0, Math.min(share, 1))

const translucent = (color: string, opacity: number): string =>
  opacity === 1 ? color : `color-mix(in srgb,${color} ${css(opacity * 100)}%,transparent)`
