import { readFileSync } from 'node:fs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { marker } from './card'
import { colourAt, lightnessOf, type Picture, type Point } from './picture'
import { fitProjection, type Projection } from './projection'

/** The centres of a marker's three finder patterns. */
export interface FoundMarker {
  text: string
  /** CSS pixels from the marker's left top corner, and pixels of the picture. */
  points: { card: Point; picture: Point }[]
}

/** A finder pattern has 7 modules (ISO/IEC 18004 §6.3.3), the dark square in it 3. */
const finder = { modules: 7, dark: 3 }
const near = marker.margin
const far = marker.margin + marker.modules * marker.module

/** Also those of other cards. */
export async function findMarkers(picture: Picture): Promise<FoundMarker[]> {
  prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer,
    },
  })
  const found = await readBarcodes(
    // The library reads these members alone; Node has no ImageData.
    { ...picture, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0],
    { formats: ['QRCode'], maxNumberOfSymbols: 64, tryHarder: true },
  )
  return found.map(({ text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => {
    const corners: [Point, { x: number; y: number }][] = [
      [[near, near], topLeft],
      [[far, near], topRight],
      [[far, far], bottomRight],
      [[near, far], bottomLeft],
    ]
    const { project } = fitProjection(
      corners.map(([card, { x, y }]) => ({ card, picture: [x, y] })),
      { hasPerspective: false },
    )
    return { text, points: finderPoints(picture, project) }
  })
}

/** The library's corners are whole pixels; centres of dark squares are found to about a tenth. */
function finderPoints(picture: Picture, project: Projection): FoundMarker['points'] {
  const inset = (finder.modules * marker.module) / 2
  const centres: Point[] = [
    [near + inset, near + inset],
    [far - inset, near + inset],
    [near + inset, far - inset],
  ]
  return centres.map((card) => {
    let centre = card
    for (let round = 0; round < 3; round++) centre = centreOfDarkness(picture, project, centre)
    return { card, picture: project(centre) }
  })
}

/** Within a module and a half around the dark square, which is light there. */
function centreOfDarkness(picture: Picture, project: Projection, [x, y]: Point): Point {
  const reach = ((finder.dark + 2) / 2) * marker.module - 0.5
  const samples: { at: Point; lightness: number }[] = []
  for (let dy = -reach; dy <= reach; dy += 0.5) {
    for (let dx = -reach; dx <= reach; dx += 0.5) {
      const colour = colourAt(picture, project([x + dx, y + dy]))
      if (colour) samples.push({ at: [x + dx, y + dy], lightness: lightnessOf(colour) })
    }
  }
  const light = Math.max(...samples.map(({ lightness }) => lightness))
  const dark = Math.min(...samples.map(({ lightness }) => lightness))
  const weights = samples.map(({ lightness }) => Math.max(0, (light + dark) / 2 - lightness))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return [x, y]
  const mean = (axis: 0 | 1): number =>
    samples.reduce((total, { at }, index) => total + at[axis] * (weights[index] ?? 0), 0) / sum
  return [mean(0), mean(1)]
}
