import { alignLines, withMarkersAlike, type Alignment } from './align-lines'
import {
  heightOf,
  overlapSideways,
  overlapUpright,
  widthOf,
  type Box,
  type Geometry,
  type TextLine,
} from './geometry'
import { withoutFluidLines, type LooseLines } from './fluid-lines'
import { withoutSpecks } from './without-specks'

/** Of a line, picture or edge, or of the whole picture. */
export interface Judgement {
  kind:
    | 'line'
    | 'left'
    | 'right'
    | 'marker'
    | 'picture'
    | 'edge'
    | 'edge ends'
    | 'upright edge'
    | 'surplus'
    | 'height'
    | 'inset'
  isRight: boolean
  weight: number
  /** Empty where another judgement of the same thing already says it. */
  says: string
  /** Pixels by which it is wrong, or that would look as bad. The largest are shown first. */
  size: number
}

export interface Comparison {
  /** The share of the weight that is right. */
  score: number
  /** Of all judgements; a mean over pictures takes its square root. */
  weight: number
  judgements: Judgement[]
}

/** What cannot be judged in a real picture (ADR 28). */
export interface CompareOptions {
  /** It shows a part of the email: nothing beyond its first and last line is judged. */
  isPart?: boolean | undefined
  /** The client's pane had another width: what is as wide as the pane is not judged. */
  isFluid?: boolean | undefined
  /** The font is not available, or its letters had other widths: where lines end is not judged. */
  hasOtherFont?: boolean | undefined
  /** The client's line height was another, and the email sets none: distances between lines are not judged. */
  hasOtherLineHeight?: boolean | undefined
  /** Rounded corners were read as lines of text: ink as small is not judged. */
  hasRoundedCorners?: boolean | undefined
}

/** In CSS pixels: smaller differences are the same place. */
const within = { baseline: 2, sideways: 3, picture: 3, height: 3 }
/** A share of the width by which hinting may change a line. */
const widthTolerance = 0.025
const heightTolerance = 0.02

/** How much of the real geometry ours has. What ours has in addition counts as wrong. */
export function compare(
  realGeometry: Geometry,
  ourGeometry: Geometry,
  {
    isPart = false,
    isFluid = false,
    hasOtherFont = false,
    hasOtherLineHeight = false,
    hasRoundedCorners = false,
  }: CompareOptions = {},
): Comparison {
  const read = (geometry: Geometry): ReturnType<typeof withoutFluidLines> => {
    const lines = hasRoundedCorners ? withoutSpecks(geometry) : geometry
    return isFluid ? withoutFluidLines(lines) : kept(lines)
  }
  const { geometry: real, loose } = read(realGeometry)
  const { geometry: ours, loose: ourLoose } = read(ourGeometry)
  const alignment = alignLines(real, ours, { isPart })
  const { pairs, sideways } = alignment
  const firstPair = real.lines.flatMap((line) => pairedWith(pairs, line)).at(0)
  const downwards = firstPair ? firstPair.our.baseline - firstPair.line.baseline : 0
  const setting: Setting = {
    real,
    ours,
    alignment,
    sideways,
    downwards,
    isFluid,
    hasOtherFont,
    hasOtherLineHeight,
  }

  const found = {
    lines: new Set(pairs.values()),
    pictures: new Set<object>(),
    horizontalEdges: new Set<object>(),
    verticalEdges: new Set<object>(),
  }
  const judgements = [
    ...judgeLines(setting, new Set([...loose, ...ourLoose])),
    ...judgePictures(setting, found.pictures),
    ...judgeHorizontalEdges(setting, found.horizontalEdges),
    ...judgeVerticalEdges(setting, found.verticalEdges),
  ]
  judgements.push(...judgeSurplus(setting, found, isPart ? spanOf([...pairs.values()]) : everywhere))
  if (!isPart && !isFluid && real.lines.length > 0) judgements.push(...judgeWhole(setting, sumOf(judgements)))
  const weight = sumOf(judgements)
  const right = sumOf(judgements.filter(({ isRight }) => isRight))
  return { score: weight === 0 ? 0 : right / weight, weight, judgements }
}

/** The worst first. */
export const missesOf = ({ judgements }: Comparison): Judgement[] =>
  judgements
    .filter(({ isRight, says }) => !isRight && says !== '')
    .sort((one, other) => other.size * other.weight - one.size * one.weight)

interface Setting {
  real: Geometry
  ours: Geometry
  alignment: Alignment
  sideways: number
  /** Pixels to add to the first real line's y to get ours. */
  downwards: number
  isFluid: boolean
  hasOtherFont: boolean
  hasOtherLineHeight: boolean
}

const kept = (geometry: Geometry): { geometry: Geometry; loose: LooseLines } => ({
  geometry,
  loose: new Set(),
})
const sumOf = (judgements: readonly Judgement[]): number =>
  judgements.reduce((sum, { weight }) => sum + weight, 0)
const pairedWith = (pairs: Alignment['pairs'], line: TextLine): { line: TextLine; our: TextLine }[] => {
  const our = pairs.get(line)
  return our ? [{ line, our }] : []
}

function judgement(
  kind: Judgement['kind'],
  isRight: boolean,
  says: string,
  size: number,
  weight = 1,
): Judgement {
  return { kind, isRight, says, size, weight }
}

function judgeLines(setting: Setting, loose: LooseLines): Judgement[] {
  const { real, alignment, hasOtherLineHeight } = setting
  const first = real.lines.find((line) => alignment.pairs.has(line))
  return alignment.columns.flatMap((column) => {
    let before: TextLine | undefined
    return column.flatMap((line) => {
      const our = alignment.pairs.get(line)
      if (!our) {
        return [
          judgement('line', false, `line at y ${line.baseline}, x ${line.left}–${line.right} is missing`, 30),
          judgement('left', false, '', 0),
          judgement('right', false, '', 0),
        ]
      }
      const reference = before ?? (first === line ? undefined : first)
      before = line
      const [read, ourRead] = withMarkersAlike(line, our, setting.sideways)
      return [
        ...(reference && !hasOtherLineHeight && !loose.has(line) && !loose.has(our)
          ? judgeBaseline(setting, { line, our }, reference)
          : []),
        ...judgeSides(setting, { line: read, our: ourRead }),
        ...judgeMarker(setting, { line: read, our: ourRead }),
      ]
    })
  })
}

interface Pair {
  line: TextLine
  our: TextLine
}

function judgeBaseline({ alignment }: Setting, { line, our }: Pair, reference: TextLine): Judgement[] {
  const ourReference = alignment.pairs.get(reference)
  if (!ourReference) return []
  const distance = line.baseline - reference.baseline
  const ourDistance = our.baseline - ourReference.baseline
  const difference = Math.abs(distance - ourDistance)
  const says = `line at y ${line.baseline} is ${ourDistance} px below the one before, really ${distance}`
  return [judgement('line', difference <= within.baseline, says, difference)]
}

function judgeSides(
  { real, ours, sideways, isFluid, hasOtherFont }: Setting,
  { line, our }: Pair,
): Judgement[] {
  const isCentred =
    Math.abs((line.left + line.right) / 2 - real.width / 2) < 4 &&
    Math.abs((our.left + our.right) / 2 - ours.width / 2) < 4
  const left = our.left - sideways - line.left
  const right = our.right - sideways - line.right
  const tolerance = Math.max(within.sideways, widthTolerance * widthOf(line))
  const isLeftRight =
    Math.abs(left) <= within.sideways || (isCentred && (isFluid || Math.abs(left) <= tolerance))
  const isRightRight =
    Math.abs(right) <= tolerance ||
    (isCentred && isFluid) ||
    // A line of the right length that is moved: its left side is already judged wrong.
    (Math.abs(left) > within.sideways && Math.abs(right - left) <= tolerance)
  return [
    judgement(
      'left',
      isLeftRight,
      `line at y ${line.baseline} starts at x ${our.left - sideways}, really ${line.left}`,
      Math.abs(left),
    ),
    ...(hasOtherFont
      ? []
      : [
          judgement(
            'right',
            isRightRight,
            `line at y ${line.baseline} ends at x ${our.right - sideways}, really ${line.right}`,
            Math.abs(right),
          ),
        ]),
  ]
}

function judgeMarker({ sideways }: Setting, { line, our }: Pair): Judgement[] {
  const at = `line at y ${line.baseline}`
  if (line.marker === undefined) {
    return our.marker === undefined ? [] : [judgement('marker', false, `${at} has a marker, really none`, 15)]
  }
  if (our.marker === undefined) return [judgement('marker', false, `${at} has no marker, really one`, 15)]
  const difference = Math.abs(our.marker - sideways - line.marker)
  const says = `${at} has its marker at x ${our.marker - sideways}, really ${line.marker}`
  return [judgement('marker', difference <= within.sideways, says, difference)]
}

/** From the nearest line: pictures and edges are judged relative to the lines around them. */
function downwardsNear(
  { alignment, downwards }: Setting,
  place: Pick<Box, 'left' | 'right'>,
  y: number,
): number {
  let nearest = downwards
  let least = Infinity
  for (const [line, our] of alignment.pairs) {
    const isBeside = line.right < place.left || line.left > place.right
    const distance = Math.min(Math.abs(line.top - y), Math.abs(line.bottom - y)) + (isBeside ? 60 : 0)
    if (distance >= least) continue
    least = distance
    nearest = our.baseline - line.baseline
  }
  return nearest
}

function judgePictures(setting: Setting, found: Set<object>): Judgement[] {
  const { real, ours, sideways } = setting
  return real.pictures.flatMap((picture) => {
    const downwards = downwardsNear(setting, picture, picture.top)
    const our = ours.pictures.find(
      (other) =>
        !found.has(other) &&
        Math.abs(other.top - downwards - picture.top) < 25 &&
        Math.abs(other.left - sideways - picture.left) < 40,
    )
    const at = `picture at y ${picture.top}`
    if (!our) return [judgement('picture', false, `${at} is missing`, 30), judgement('picture', false, '', 0)]
    found.add(our)
    const down = Math.abs(our.top - downwards - picture.top)
    const left = Math.abs(our.left - sideways - picture.left)
    const right = Math.abs(our.right - sideways - picture.right)
    const place = `x ${our.left - sideways}–${our.right - sideways}, really ${picture.left}–${picture.right}`
    return [
      judgement(
        'picture',
        down <= within.picture,
        `${at} begins ${down} px higher or lower than really`,
        down,
      ),
      judgement('picture', left <= within.picture && right <= within.picture + 1, `${at} is at ${place}`, 10),
    ]
  })
}

function judgeHorizontalEdges(setting: Setting, found: Set<object>): Judgement[] {
  const { real, ours, sideways } = setting
  return real.horizontalEdges.flatMap((edge) => {
    const downwards = downwardsNear(setting, edge, edge.y)
    const distanceOf = (y: number): number => Math.abs(y - downwards - edge.y)
    const our = ours.horizontalEdges
      .filter((other) => {
        const moved = { left: other.left - sideways, right: other.right - sideways }
        return (
          !found.has(other) &&
          distanceOf(other.y) <= within.baseline + 0.5 &&
          overlapSideways(moved, edge) > 0.5 * Math.min(widthOf(edge), widthOf(moved))
        )
      })
      .sort((one, other) => distanceOf(one.y) - distanceOf(other.y))
      .at(0)
    const at = `straight edge at y ${Math.round(edge.y)}`
    if (!our) {
      return [
        judgement('edge', false, `${at}, x ${edge.left}–${edge.right} is missing`, 12),
        judgement('edge ends', false, '', 0),
      ]
    }
    found.add(our)
    const [left, right] = [our.left - sideways, our.right - sideways]
    const difference = Math.max(Math.abs(left - edge.left), Math.abs(right - edge.right))
    const says = `${at} is at x ${left}–${right}, really ${edge.left}–${edge.right}`
    return [
      judgement('edge', true, '', 0),
      judgement('edge ends', difference <= within.sideways, says, difference),
    ]
  })
}

function judgeVerticalEdges(setting: Setting, found: Set<object>): Judgement[] {
  const { real, ours, sideways } = setting
  return real.verticalEdges.map((edge) => {
    const around = { left: edge.x - 30, right: edge.x + 30 }
    const downwards = downwardsNear(setting, around, (edge.top + edge.bottom) / 2)
    const our = ours.verticalEdges.find((other) => {
      const moved = { top: other.top - downwards, bottom: other.bottom - downwards }
      return (
        !found.has(other) &&
        Math.abs(other.x - sideways - edge.x) <= within.sideways &&
        overlapUpright(moved, edge) > 0.5 * Math.min(heightOf(edge), heightOf(moved))
      )
    })
    if (our) found.add(our)
    const says = `upright edge at x ${Math.round(edge.x)}, y ${edge.top}–${edge.bottom} is missing`
    return judgement('upright edge', our !== undefined, says, 10)
  })
}

interface Found {
  lines: ReadonlySet<TextLine>
  pictures: ReadonlySet<object>
  horizontalEdges: ReadonlySet<object>
  verticalEdges: ReadonlySet<object>
}

type Span = Pick<Box, 'top' | 'bottom'>
const everywhere: Span = { top: -Infinity, bottom: Infinity }
/** Beyond it, the email may have more than a picture of a part shows. */
const spanOf = (lines: readonly TextLine[]): Span => ({
  top: Math.min(...lines.map(({ bottom }) => bottom)),
  bottom: Math.max(...lines.map(({ top }) => top)),
})

function judgeSurplus(
  { ours, sideways, downwards }: Setting,
  found: Found,
  { top, bottom }: Span,
): Judgement[] {
  const isInside = (y: number): boolean => y > top && y < bottom
  const surplus = (what: string, size: number, weight: number): Judgement =>
    judgement('surplus', false, `${what} too many`, size, weight)
  return [
    ...ours.lines
      .filter((line) => !found.lines.has(line) && isInside(line.baseline))
      .map(({ baseline, left }) =>
        surplus(`one line near y ${baseline - downwards}, x ${left - sideways}`, 25, 3),
      ),
    ...ours.pictures
      .filter((picture) => !found.pictures.has(picture) && isInside(picture.top))
      .map((picture) => surplus(`one picture near y ${picture.top - downwards}`, 20, 2)),
    ...ours.horizontalEdges
      .filter((edge) => !found.horizontalEdges.has(edge) && isInside(edge.y))
      .map(({ y, left, right }) =>
        surplus(
          `one straight edge near y ${Math.round(y - downwards)}, x ${left - sideways}–${right - sideways}`,
          11,
          1,
        ),
      ),
    ...ours.verticalEdges
      .filter((edge) => !found.verticalEdges.has(edge) && isInside((edge.top + edge.bottom) / 2))
      .map(({ x }) => surplus(`one upright edge at x ${Math.round(x - sideways)}`, 9, 1)),
  ]
}

/**
 * Total height and inset, each with a share of all other weight. Not for a part of an email, nor where panes' widths
 * differ.
 */
function judgeWhole({ real, ours, sideways }: Setting, weight: number): Judgement[] {
  const height = inkHeightOf(real)
  const ourHeight = inkHeightOf(ours)
  const difference = Math.abs(height - ourHeight)
  const tolerance = Math.max(within.height, heightTolerance * height)
  // A centred email is moved by half of the difference of the panes' widths, which is not wrong.
  const inset = Math.min(Math.abs(sideways), Math.abs(sideways - (ours.width - real.width) / 2))
  return [
    judgement(
      'height',
      difference <= tolerance,
      `from first to last there are ${ourHeight} px, really ${height}`,
      difference,
      Math.max(1, weight * 0.04),
    ),
    judgement(
      'inset',
      inset <= within.sideways,
      `all stands ${inset} px too far to one side`,
      inset,
      Math.max(1, weight * 0.03),
    ),
  ]
}

/** From the top of the first line or picture to the bottom of the last. */
function inkHeightOf({ lines, pictures }: Geometry): number {
  const boxes: Box[] = [...lines, ...pictures]
  if (boxes.length === 0) return 0
  return Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
}
