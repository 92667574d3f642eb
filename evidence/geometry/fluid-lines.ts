import { heightOf, widthOf, type Geometry, type TextLine } from './geometry'

/** In pixels: emails of fixed width are 600 px wide; what is wider is as wide as the pane. */
const maxFixedWidth = 620

/** They follow text as wide as the pane: their distance to it depends on where it breaks, and is not judged. */
export type LooseLines = ReadonlySet<TextLine>

/** For pictures whose panes differ: removes lines as wide as the pane, the rest of their paragraphs, and such edges. */
export function withoutFluidLines(geometry: Geometry): { geometry: Geometry; loose: LooseLines } {
  const fluid = new Set<TextLine>()
  const loose = new Set<TextLine>()
  let before: TextLine | undefined
  /** Between baselines, once the paragraph has two lines. */
  let pitch: number | undefined
  for (const line of geometry.lines) {
    const isAfterFluid = before !== undefined && fluid.has(before)
    const distance = before ? line.baseline - before.baseline : 0
    if (widthOf(line) > maxFixedWidth) {
      pitch = isAfterFluid ? distance : undefined
      fluid.add(line)
    } else if (before && isAfterFluid) {
      const isNextLine =
        pitch === undefined ? distance < 1.85 * heightOf(before) + 1 : Math.abs(distance - pitch) <= 2
      if (isNextLine && Math.abs(line.left - before.left) < 8) {
        pitch = distance
        fluid.add(line)
      } else loose.add(line)
    }
    before = line
  }
  return {
    geometry: {
      ...geometry,
      lines: geometry.lines.filter((line) => !fluid.has(line)),
      horizontalEdges: geometry.horizontalEdges.filter(
        (edge) => widthOf(edge) <= Math.min(maxFixedWidth, geometry.width - 20),
      ),
      verticalEdges: geometry.verticalEdges.filter((edge) => edge.x > 20 && edge.x < geometry.width - 20),
    },
    loose,
  }
}
