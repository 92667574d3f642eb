import { Matrix, solve } from 'ml-matrix'
import {
  borderWidth,
  boxWidths,
  cell,
  colours,
  greys,
  hexOf,
  markerLefts,
  markerText,
  parts,
  patches,
  patchSize,
  pictureNames,
  pictureText,
  rgbOf,
  ruler,
  sample,
  strip,
  stripsOf,
  textSizes,
  tick,
  uses,
} from './card'
import type { CardReading } from './card-table'
import { findMarkers, type FoundMarker } from './find-markers'
import { colourAt, distanceOf, type Picture, type Point, type Rgb } from './picture'
import { fitProjection, type FittedProjection } from './projection'
import { readBox, readRightToLeft } from './read-boxes'
import { readColumns, readLineHeight, readStyled } from './read-layout'
import { readPatch, round, type Section } from './section'

/** The message says why, to the person who took the picture. */
export class UnreadableCardError extends Error {
  override name = 'UnreadableCardError'
}

/** With what could not be read, and why. */
export interface ReadCard {
  reading: CardReading
  notes: string[]
}

/** Of a reference patch after the correction, and of a projection, in pixels. */
const most = { patchError: 8, miss: 1.5 }

/** Throws an `UnreadableCardError`. */
export async function readCard(picture: Picture): Promise<ReadCard> {
  const found = await findMarkers(picture)
  const texts = found.map(({ text }) => text)
  const twice = texts.find((text, index) => texts.indexOf(text) !== index)
  if (twice !== undefined)
    throw new UnreadableCardError(`The marker ${twice} is in the picture twice: show one card.`)
  const strips = Array.from({ length: strip.count }, (_, index) => findStrip(found, index))
  const isShown = (name: (typeof pictureNames)[number]): boolean => texts.includes(pictureText(name))
  if (strips.every((one) => one === null)) {
    const shown = pictureNames.filter(isShown)
    throw new UnreadableCardError(
      shown.length === 0
        ? 'No marker of the test card is in this picture: it is another picture, too small or too blurred, or the client shows no embedded pictures.'
        : `The client shows ${shown.join(', ')}, but not the card's embedded pictures, so that nothing else can be measured.`,
    )
  }
  const notes: string[] = []
  const isOther = (numbers: readonly number[]): boolean => numbers.every((number) => strips[number] === null)
  const sections = parts.map(({ above, below, rows }, index) => {
    // A picture of one of the two emails says nothing about the other one.
    if (Object.values(stripsOf).some((ones) => ones.some((one) => one === above) && isOther(ones)))
      return null
    try {
      return openSection(picture, strips[above] ?? null, strips[below] ?? null, rows)
    } catch (error) {
      if (!(error instanceof UnreadableCardError)) throw error
      notes.push(`Part ${index + 1} of ${parts.length} is not measured: ${error.message}`)
      return null
    }
  })
  const [coloured, texted, boxed, laidOut, styled] = sections
  const scale = sections.find((section) => section !== null)?.scale
  if (scale === undefined) throw new UnreadableCardError(notes.join('\n'))
  return {
    notes,
    reading: {
      scale: round(scale, 1_000),
      colours: readColours(coloured ?? null),
      widths: Object.fromEntries(
        boxWidths.map((width, index) => [width, boxed ? readBox(boxed, index) : null]),
      ),
      texts: Object.fromEntries(
        textSizes.map((size, index) => [size, texted ? readText(texted, size, index + 1) : null]),
      ),
      ruler: texted ? readRuler(texted) : null,
      columns: laidOut ? readColumns(laidOut, 0) : null,
      lineHeight: laidOut ? readLineHeight(laidOut, 1) : null,
      rightToLeft: laidOut ? readRightToLeft(laidOut, 2) : null,
      styled: readStyled(styled ?? null),
      pictures: {
        embedded: true,
        ...Object.fromEntries(pictureNames.map((name) => [name, isShown(name) || (texted ? false : null)])),
      },
    },
  }
}

/** CSS pixels from its left top corner. Null when one of its markers is not there. */
function findStrip(found: readonly FoundMarker[], index: number): FoundMarker['points'] | null {
  const points = markerLefts.map((left, side) =>
    found
      .find(({ text }) => text === markerText(index, side))
      ?.points.map(({ card: [x, y], picture }) => ({ card: [x + left, y] as Point, picture })),
  )
  return points.every((ones) => ones !== undefined) ? points.flat() : null
}

function openSection(
  picture: Picture,
  above: FoundMarker['points'] | null,
  below: FoundMarker['points'] | null,
  rowCount: number,
): Section {
  if (!above || !below)
    throw new UnreadableCardError('the strips above and below it are not both in the picture.')
  const { project, missesBy, height } = fitSection(above, below)
  if (missesBy > most.miss)
    throw new UnreadableCardError('the markers do not lie in one plane: hold the camera still and straight.')
  const raw = (x: number, y: number): Rgb | null => colourAt(picture, project([x, y]))
  const correct = fitColours(raw, height)
  const at: Section['at'] = (x, y) => {
    const colour = raw(x, y)
    return colour && correct(colour, y / height)
  }
  const rows = findTicks(at, height)
  if (rows.length !== rowCount)
    throw new UnreadableCardError(
      `${rows.length} of its ${rowCount} rows are found: the picture is not sharp, or the client has changed them.`,
    )
  const [[left, top], [right, bottom]] = [project([0, 0]), project([strip.width, 0])]
  return { at, rows, scale: Math.hypot(right - left, bottom - top) / strip.width }
}

/**
 * Of two strips and what is between. Their distance is not known: the one that fits best is taken. Perspective only
 * when the points ask for it, since it makes what is far from them less sure.
 */
function fitSection(
  above: FoundMarker['points'],
  below: FoundMarker['points'],
): FittedProjection & { height: number } {
  const fit = (height: number, hasPerspective: boolean): FittedProjection & { height: number } => ({
    ...fitProjection(
      [...above, ...below.map(({ card: [x, y], picture }) => ({ card: [x, y + height] as Point, picture }))],
      { hasPerspective },
    ),
    height,
  })
  const best = (hasPerspective: boolean, guess: number, step: number): ReturnType<typeof fit> => {
    const fits = Array.from({ length: 21 }, (_, index) =>
      fit(Math.max(strip.height, guess + (index - 10) * step), hasPerspective),
    )
    const nearest = fits.reduce((one, other) => (other.missesBy < one.missesBy ? other : one))
    return step < 0.05 ? nearest : best(hasPerspective, nearest.height, step / 5)
  }
  const flat = best(false, 500, 50)
  if (flat.missesBy < 0.35) return flat
  const tilted = best(true, flat.height, 5)
  return tilted.missesBy < flat.missesBy / 2 ? tilted : flat
}

/**
 * By the reference patches of both strips: what each channel takes from all three, its square (a tone curve) and how
 * far down it is (uneven light), by least squares.
 */
function fitColours(
  at: (x: number, y: number) => Rgb | null,
  height: number,
): (colour: Rgb, down: number) => Rgb {
  const terms = (colour: Rgb, down: number, channel: number): number[] => [
    1,
    ...colour.map((value) => value / 255),
    ((colour[channel] ?? 0) / 255) ** 2,
    down,
  ]
  const seen = [0, height].flatMap((top) =>
    patches.map(({ colour, x, y }) => {
      const patch = readPatch(
        at,
        [x + patchSize / 2, top + y + patchSize / 2],
        [patchSize / 4, patchSize / 4],
      )
      if (!patch)
        throw new UnreadableCardError(
          'its reference patches are not evenly coloured: avoid glare and shadows.',
        )
      return { patch, wanted: rgbOf(colour), down: (top + y) / height }
    }),
  )
  const factors = [0, 1, 2].map((channel) =>
    solve(
      new Matrix(seen.map(({ patch, down }) => terms(patch, down, channel))),
      new Matrix(seen.map(({ wanted }) => [wanted[channel] ?? 0])),
    ).to1DArray(),
  )
  const correct = (colour: Rgb, down: number): Rgb => {
    const [red = 0, green = 0, blue = 0] = factors.map((ones, channel) =>
      terms(colour, down, channel).reduce((sum, term, index) => sum + term * (ones[index] ?? 0), 0),
    )
    return [red, green, blue]
  }
  if (seen.some(({ patch, wanted, down }) => distanceOf(correct(patch, down), wanted) > most.patchError))
    throw new UnreadableCardError(
      'its reference patches do not have their colours: the light is uneven, or the client changes pictures.',
    )
  return correct
}

const isTick = (colour: Rgb | null): boolean => colour !== null && distanceOf(colour, rgbOf(tick.bar)) < 64

/** Centres of the ticks' bars, from the top. */
function findTicks(at: Section['at'], height: number): number[] {
  const step = 0.25
  const isBar: boolean[] = []
  for (let y = strip.height; y < height; y += step) isBar.push(isTick(at(tick.width / 2, y)))
  return isBar.flatMap((one, start) => {
    if (!one || isBar[start - 1]) return []
    const found = isBar.indexOf(false, start)
    const end = found === -1 ? isBar.length : found
    return Math.abs((end - start) * step - tick.barHeight) < 3
      ? [strip.height + ((start + end) / 2) * step]
      : []
  })
}

/**
 * Inner edges of the ticks at both ends: some clients scale pictures and not HTML, which moves the cells. Null when
 * there is none at the end.
 */
function findRow(at: Section['at'], y: number): { left: number; right: number } | null {
  const step = 0.25
  const end = strip.width * 1.5
  const walk = (from: number, to: number, isWanted: boolean): number => {
    let x = from
    while (x !== to && isTick(at(x, y)) !== isWanted) x += Math.sign(to - from) * step
    return x
  }
  const left = walk(tick.width / 2, end, false)
  const right = walk(walk(end, left, true), left, false)
  return right > left ? { left, right } : null
}

function readColours(section: Section | null): CardReading['colours'] {
  /** `down`: where the colour is, from the row's top. */
  const readRow = (
    index: number,
    count: number,
    [down, across, along]: readonly [number, number, number],
  ): (Rgb | null)[] => {
    const y = section?.rows[index] ?? 0
    const found = section && findRow(section.at, y)
    const scale = found ? (found.right - found.left) / (cell.gap * 2 + cell.width * count) : 0
    return Array.from({ length: count }, (_, at) => {
      if (!section || !found) return null
      const x = found.left + (cell.gap + (at + 0.5) * cell.width) * scale
      return readPatch(section.at, [x, y - tick.height / 2 + down * scale], [across * scale, along * scale])
    })
  }
  const middle = tick.height / 2
  const places = {
    background: [middle, 5, 5],
    text: [middle, 2, 5],
    border: [borderWidth / 2, 5.5, 2.5],
  } as const
  const read = (use: (typeof uses)[number], useIndex: number): Record<string, string | null> => {
    const shown = [greys, colours].flatMap((ones, index) =>
      readRow(index * uses.length + useIndex, ones.length, places[use]),
    )
    // A font without the block shows an empty box: where all cells look the same, none shows its colour.
    const first = shown[0]
    const isEmpty = first && shown.every((seen) => seen && distanceOf(seen, first) < 8)
    return Object.fromEntries(
      [...greys, ...colours].map((colour, at) => {
        const seen = shown[at]
        return [colour, seen && !isEmpty ? hexOf(seen) : null]
      }),
    )
  }
  const [background = {}, text = {}, border = {}] = uses.map(read)
  return { background, text, border }
}

/** The size of Arial in which a line would be as wide as shown. */
function readText({ at, rows }: Section, size: number, index: number): number | null {
  const ink = readInk(at, rows[index] ?? 0, size * 0.45)
  const first = ink.indexOf(true)
  const last = ink.lastIndexOf(true)
  // Ink up to the strip's end may go on beyond.
  if (first === -1 || last === ink.length - 1) return null
  return round(((last - first + 1) * inkStep) / sample.widthInEms, 10)
}

const inkStep = 0.5

/** At each step from beside the ticks to the strip's end. */
function readInk(at: Section['at'], y: number, reach: number): boolean[] {
  const paper = at(tick.width + 2, y)
  if (!paper) return []
  const away: number[] = []
  for (let x = tick.width + 2; x < strip.width; x += inkStep) {
    const seen: number[] = []
    for (let dy = -reach; dy <= reach; dy++) {
      const colour = at(x, y + dy)
      seen.push(colour ? distanceOf(colour, paper) : 0)
    }
    away.push(Math.max(...seen))
  }
  const strongest = Math.max(...away)
  return away.map((value) => strongest > 40 && value > strongest / 2)
}

/** From the first to the last line. Null unless all lines are there. */
function readRuler({ at, rows }: Section): number | null {
  const ink = readInk(at, rows[0] ?? 0, 3)
  const starts = ink.flatMap((isInk, index) => (isInk && !ink[index - 1] ? [index] : []))
  const ends = ink.flatMap((isInk, index) => (isInk && !ink[index + 1] ? [index] : []))
  if (starts.length !== ruler.count) return null
  const centre = (line: number): number => (((starts.at(line) ?? 0) + (ends.at(line) ?? 0)) / 2) * inkStep
  return round(centre(-1) - centre(0), 10)
}
