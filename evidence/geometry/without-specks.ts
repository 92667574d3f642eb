import { heightOf, widthOf, type Geometry, type TextLine } from './geometry'

/** In pixels: no line of text is so narrow, and so low or so high at once. A digit is narrow. */
const narrow = 8
const low = 8
const high = 26

const isSpeck = (line: TextLine): boolean =>
  widthOf(line) < narrow && (heightOf(line) < low || heightOf(line) > high)

/** Removes the ink of rounded corners, which beside real lines would make columns of its own. */
export const withoutSpecks = (geometry: Geometry): Geometry => ({
  ...geometry,
  lines: geometry.lines.filter((line) => !isSpeck(line)),
})
