import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../../../engine/html-tree'
import { readCoordinates, type ShapeFrame } from './shape-frame'
import { toSvgPath } from './svg-path'
import { css, parseFraction } from '../values/vml-values'

export type Outline =
  | { kind: 'box'; /** CSS pixels, `50%`, or 0. */ radius: number | '50%' }
  | { kind: 'path'; path: string; viewBox: string }

/** For emails without their `<v:shapetype>`. */
const builtInTypes: Readonly<Record<string, string>> = {
  '#_x0000_t1': 'rect',
  '#_x0000_t202': 'rect',
  '#_x0000_t75': 'rect',
  '#_x0000_t2': 'roundrect',
  '#_x0000_t3': 'oval',
}

/** Null for a shape that we cannot draw. */
export function readOutline(
  name: string,
  shape: Tree.Element,
  frame: ShapeFrame,
  shapeTypes: ReadonlyMap<string, Tree.Element>,
): Outline | null {
  switch (name) {
    case 'rect':
    case 'image':
      return { kind: 'box', radius: 0 }
    case 'roundrect':
      return { kind: 'box', radius: cornerRadius(shape, frame) }
    case 'oval':
      return { kind: 'box', radius: '50%' }
    case 'shape': {
      const type = findAttribute(shape, 'type')?.trim().toLowerCase() ?? ''
      const builtIn = builtInTypes[type]
      if (builtIn !== undefined) return readOutline(builtIn, shape, frame, shapeTypes)
      return readPath(shape, shapeTypes.get(type) ?? null)
    }
    default:
      return null
  }
}

function readPath(shape: Tree.Element, shapeType: Tree.Element | null): Outline | null {
  const shapePath = findAttribute(shape, 'path')
  const path = toSvgPath(shapePath ?? (shapeType && findAttribute(shapeType, 'path')) ?? '')
  if (path === null) return null
  const coordinateOwner = findAttribute(shape, 'coordsize') === null && shapeType ? shapeType : shape
  const { left, top, width, height } = readCoordinates(coordinateOwner)
  return { kind: 'path', path, viewBox: [left, top, width, height].map(css).join(' ') }
}

/**
 * `arcsize`: a share of the shorter side, by default a fifth; `10923f` is a sixth. Engineering default: unknown sides
 * count as 40 px.
 */
function cornerRadius(shape: Tree.Element, { widthPixels, heightPixels }: ShapeFrame): number {
  const share = Math.max(0, Math.min(parseFraction(findAttribute(shape, 'arcsize')) ?? 0.2, 0.5))
  const sides = [widthPixels, heightPixels].filter((side) => side !== null)
  return share * (sides.length > 0 ? Math.min(...sides) : 40)
}
