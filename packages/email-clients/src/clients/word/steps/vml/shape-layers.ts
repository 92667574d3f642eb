import { string } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement } from '../../../../engine/html-tree'
import type { Fill } from './read-fill'
import type { Stroke } from './read-stroke'
import type { Outline } from './shape-outline'
import { css } from '../values/vml-values'

/** Resets all properties, so that the email's rules for `span` do not apply. */
export const unstyled = 'all:unset;box-sizing:border-box'

/** Layers over each other: fill, picture, stroke. CSS draws a box, an SVG image draws or masks a path. */
export function createShapeLayers(outline: Outline, fill: Fill, stroke: Stroke | null): Tree.Element[] {
  const { paint, picture } = fill
  const layers: string[] = []
  const clip = outline.kind === 'box' ? cornersOf(outline, 0) : maskOf(outline)
  const pictureCss = picture && `${cssUrl(picture.address)} ${picture.placement}`
  if (picture && pictureCss && picture.opacity === 1) {
    const background = `${pictureCss} ${paint}`.trim()
    layers.push(`inset:0;background:${background}${clip}`)
  } else {
    if (paint) layers.push(`inset:0;background:${paint}${clip}`)
    if (picture && pictureCss)
      layers.push(`inset:0;background:${pictureCss};opacity:${css(picture.opacity)}${clip}`)
  }
  if (stroke && outline.kind === 'box') {
    // Half of a line is inside the shape, half outside.
    const half = stroke.weight / 2
    layers.push(
      `inset:${css(-half)}px;border:${css(stroke.weight)}px ${stroke.style} ${stroke.color}${cornersOf(outline, half)}`,
    )
  } else if (stroke && outline.kind === 'path') {
    layers.push(`inset:0;background:${svgUrl(outline, strokeAttributes(stroke))} 0 0/100% 100% no-repeat`)
  }
  return layers.map(createLayer)
}

const createLayer = (style: string): Tree.Element =>
  createElement('span', { style: `${unstyled};position:absolute;${style}` })

/** `isFalling`: the line runs from the upper left to the lower right corner. In CSS pixels. */
export function createLineLayer(
  width: number,
  height: number,
  isFalling: boolean,
  stroke: Stroke,
): Tree.Element {
  const margin = Math.ceil(stroke.weight)
  const path = isFalling ? `M0 0L${css(width)} ${css(height)}` : `M0 ${css(height)}L${css(width)} 0`
  const viewBox = [-margin, -margin, width + 2 * margin, height + 2 * margin].map(css).join(' ')
  const picture = svgUrl({ path, viewBox }, strokeAttributes(stroke))
  return createLayer(`inset:${-margin}px;background:${picture} 0 0/100% 100% no-repeat`)
}

function cornersOf({ radius }: Outline & { kind: 'box' }, outsetPx: number): string {
  if (radius === 0) return ''
  return radius === '50%' ? ';border-radius:50%' : `;border-radius:${css(radius + outsetPx)}px`
}

const maskOf = (outline: Outline & { kind: 'path' }): string =>
  `;mask:${svgUrl(outline, 'fill="#000" fill-rule="evenodd"')} 0 0/100% 100% no-repeat`

function strokeAttributes({ weight, color, style }: Stroke): string {
  const dashes = style === 'solid' ? '' : ` stroke-dasharray="${style === 'dotted' ? '1 1' : '4 3'}"`
  return `fill="none" stroke="${color}" stroke-width="${css(weight)}" vector-effect="non-scaling-stroke"${dashes}`
}

function svgUrl({ path, viewBox }: { path: string; viewBox: string }, attributes: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="none"><path d="${path}" ${attributes}/></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

const cssUrl = (address: string): string => `url(${string.encode(address)})`
