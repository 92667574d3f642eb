import { heightOf, widthOf, type Box, type Geometry, type HorizontalEdge, type TextLine } from '../geometry'
import type { VerticalEdge } from '../geometry'
import type { Pixels } from '../read-picture'
import {
  differencesIn,
  horizontalEdgesIn,
  tidyHorizontalEdges,
  tidyVerticalEdges,
  verticalEdgesIn,
} from './find-edges'
import { heapsIn, takeUprightDashes } from './find-heaps'
import { inkIn, takeDashedLines } from './find-ink'
import { joinPhotographs } from './join-photographs'
import { cutAtColumns, cutIntoRows, giveMarkersToLines, maxLineHeight, readLine } from './read-lines'

/** Lines, pictures and long straight edges; not colours, weights and shapes of letters. */
export function extractGeometry(pixels: Pixels): Geometry {
  const { width, height } = pixels
  const differences = differencesIn(pixels)
  const straight = horizontalEdgesIn(differences)
  const upright = verticalEdgesIn(differences)
  const ink = inkIn(differences, straight, upright)
  const dashed = takeDashedLines(ink)
  const { rest, edges: dashedUpright } = takeUprightDashes(heapsIn(ink))
  const heaps = rest
    .flatMap((heap) => cutIntoRows(ink, heap))
    .filter((heap) => heightOf(heap) >= 3 && widthOf(heap) >= 3)
  const isLine = (heap: Box): boolean => heightOf(heap) <= maxLineHeight
  const lines = giveMarkersToLines(
    cutAtColumns(ink, heaps.filter(isLine)).flatMap((heap) => readLine(pixels, ink, heap) ?? []),
  )
  const pictures = heaps.filter((heap) => !isLine(heap) && widthOf(heap) > 20)
  const geometry = joinPhotographs({
    width,
    height,
    lines,
    pictures,
    horizontalEdges: tidyHorizontalEdges([...straight, ...dashed]).filter(
      (edge) => edge.y > 2 && edge.y < height - 2 && !isInText(edge, lines) && !isInPicture(edge, pictures),
    ),
    verticalEdges: tidyVerticalEdges([...upright, ...dashedUpright]).filter(
      (edge) =>
        edge.x > 2 &&
        edge.x < width - 2 &&
        !isUprightInText(edge, lines) &&
        !isUprightInPicture(edge, pictures),
    ),
  })
  geometry.lines.sort((one, other) => one.baseline - other.baseline || one.left - other.left)
  return geometry
}

/** An underline, or letters that touch each other. */
const isInText = ({ y, left, right }: HorizontalEdge, lines: readonly TextLine[]): boolean =>
  lines.some(
    (line) => y > line.top - 1 && y < line.bottom + 5 && left > line.left - 4 && right < line.right + 5,
  )

const isInPicture = ({ y, left, right }: HorizontalEdge, pictures: readonly Box[]): boolean =>
  pictures.some(
    (picture) =>
      y > picture.top - 1 && y < picture.bottom + 1 && left > picture.left - 2 && right < picture.right + 2,
  )

const isUprightInText = ({ x, top, bottom }: VerticalEdge, lines: readonly TextLine[]): boolean =>
  lines.some((line) => x > line.left && x < line.right && top > line.top - 4 && bottom < line.bottom + 4)

const isUprightInPicture = ({ x, top, bottom }: VerticalEdge, pictures: readonly Box[]): boolean =>
  pictures.some(
    (picture) =>
      x > picture.left - 2 && x < picture.right + 2 && top > picture.top - 3 && bottom < picture.bottom + 3,
  )
