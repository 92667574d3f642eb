import { heightOf, joined, widthOf, type Box, type Geometry } from '../geometry'

/** In pixels: longer lines and edges are not part of a photograph. */
const maxLineWidth = 140
const maxEdgeLength = 215
const maxGap = 8
const size = { min: 50, max: 270 }

interface Part {
  kind: 'line' | 'picture' | 'horizontal' | 'vertical'
  box: Box
  of: object
}

/** A dense group of short lines, edges and pictures is a photograph, whose inside is no layout. */
export function joinPhotographs(geometry: Geometry): Geometry {
  const parts: Part[] = [
    ...geometry.pictures.map((box) => ({ kind: 'picture' as const, box, of: box })),
    ...geometry.lines
      .filter((line) => widthOf(line) < maxLineWidth)
      .map((line) => ({ kind: 'line' as const, box: line, of: line })),
    ...geometry.horizontalEdges
      .filter((edge) => widthOf(edge) < maxEdgeLength)
      .map((edge) => ({
        kind: 'horizontal' as const,
        box: { ...edge, top: edge.y - 1, bottom: edge.y + 1 },
        of: edge,
      })),
    ...geometry.verticalEdges
      .filter((edge) => heightOf(edge) < maxEdgeLength)
      .map((edge) => ({
        kind: 'vertical' as const,
        box: { ...edge, left: edge.x - 1, right: edge.x + 1 },
        of: edge,
      })),
  ]
  const inPhotograph = new Set<object>()
  const photographs: Box[] = []
  for (const heap of heapsOf(parts)) {
    const bounds = joined(heap.map(({ box }) => box))
    const count = (kind: Part['kind']): number => heap.filter((part) => part.kind === kind).length
    const sides = [widthOf(bounds), heightOf(bounds)]
    if (heap.length < 5 || (count('vertical') < 3 && count('picture') === 0)) continue
    if (sides.some((side) => side < size.min || side > size.max)) continue
    for (const { of } of heap) inPhotograph.add(of)
    photographs.push(bounds)
  }
  const remains = (feature: object): boolean => !inPhotograph.has(feature)
  return {
    ...geometry,
    lines: geometry.lines.filter(remains),
    pictures: [...geometry.pictures.filter(remains), ...photographs],
    horizontalEdges: geometry.horizontalEdges.filter(remains),
    verticalEdges: geometry.verticalEdges.filter(remains),
  }
}

function heapsOf(parts: readonly Part[]): Part[][] {
  const seen = new Set<Part>()
  return parts.flatMap((start) => {
    if (seen.has(start)) return []
    seen.add(start)
    const heap = [start]
    for (const part of heap) {
      for (const other of parts) {
        if (seen.has(other) || !areNear(part.box, other.box)) continue
        seen.add(other)
        heap.push(other)
      }
    }
    return [heap]
  })
}

const areNear = (one: Box, other: Box): boolean =>
  Math.max(one.left, other.left) - Math.min(one.right, other.right) <= maxGap &&
  Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom) <= maxGap
