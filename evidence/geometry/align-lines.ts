import { maxMarkerWidth } from './extract/read-lines'
import { heightOf, overlapUpright, widthOf, type Geometry, type TextLine } from './geometry'

/** Which lines show the same text, and how far ours are moved to the right. */
export interface Alignment {
  /** Our line, by the real one. */
  pairs: ReadonlyMap<TextLine, TextLine>
  /** Pixels to add to an x of the real picture to get ours. */
  sideways: number
  /** Real lines in columns, from top to bottom. */
  columns: readonly (readonly TextLine[])[]
}

/** `isPart`: the real picture shows a part of the email, so ours may have more above and below. */
export function alignLines(real: Geometry, ours: Geometry, { isPart }: { isPart: boolean }): Alignment {
  const sideways = findSidewaysOffset(real, ours, isPart ? 0 : (ours.width - real.width) / 2)
  const realColumns = columnsOf(real.lines)
  const ourColumns = columnsOf(ours.lines)
  const pairs = new Map<TextLine, TextLine>()
  for (const [name, column] of realColumns) {
    for (const [line, our] of alignColumn(column, ourColumns.get(name) ?? [], sideways, isPart)) {
      pairs.set(line, our)
    }
  }
  // A line may be in another column in our picture: what is left is compared once more, across columns.
  const taken = new Set(pairs.values())
  const rest = real.lines.filter((line) => !pairs.has(line))
  const ourRest = ours.lines.filter((line) => !taken.has(line))
  for (const [line, our] of alignColumn(rest, ourRest, sideways, isPart)) {
    if (likenessOfWords(line, our) > 0.7 && Math.abs(our.left - sideways - line.left) < 30)
      pairs.set(line, our)
  }
  return { pairs, sideways, columns: [...realColumns.values()] }
}

/** In pixels, between the beginnings of two markers at the same place. */
const markerTolerance = 3
/** In pixels: a marker farther from its text is not read as a word of it. */
const maxMarkerGap = 12

/**
 * A marker near its text is read as the line's first word. Where only one of two paired lines has a marker, and the
 * other begins there, the other's first word is taken as its marker.
 */
export function withMarkersAlike(line: TextLine, our: TextLine, sideways: number): [TextLine, TextLine] {
  const isNear = (marker: number, left: number): boolean => Math.abs(marker - left) <= markerTolerance
  if (line.marker === undefined && our.marker !== undefined && isNear(our.marker - sideways, line.left))
    return [withMarkerApart(line), our]
  if (line.marker !== undefined && our.marker === undefined && isNear(line.marker, our.left - sideways))
    return [line, withMarkerApart(our)]
  return [line, our]
}

function withMarkerApart(line: TextLine): TextLine {
  const [, second, ...others] = line.wordStarts
  if (second === undefined || second > maxMarkerWidth + maxMarkerGap) return line
  return {
    ...line,
    marker: line.left,
    left: line.left + second,
    wordStarts: [0, ...others.map((start) => start - second)],
  }
}

/**
 * Between beginnings of the same word in two lines: a share of the line's width, or, in short lines, pixels by which
 * hinting moves it.
 */
const wordTolerance = { share: 0.02, pixels: 2.5 }

/** Of words' places relative to the lines' widths: 0 to 1. */
function likenessOfWords(one: TextLine, other: TextLine): number {
  const starts = one.wordStarts.slice(1).map((start) => start / widthOf(one))
  const otherStarts = other.wordStarts.slice(1).map((start) => start / widthOf(other))
  // Two single words may be the same: there are no places to compare.
  if (starts.length === 0 && otherStarts.length === 0) return 0.6
  const tolerance = Math.max(
    wordTolerance.share,
    wordTolerance.pixels / Math.min(widthOf(one), widthOf(other)),
  )
  const found = starts.filter((start) =>
    otherStarts.some((otherStart) => Math.abs(otherStart - start) < tolerance),
  )
  return (2 * found.length) / (starts.length + otherStarts.length)
}

/**
 * In pixels, by vote: each pair of alike lines, pictures or edges votes for the difference of their left edges, as most
 * of an email is moved by the same distance.
 */
function findSidewaysOffset(real: Geometry, ours: Geometry, expected: number): number {
  const votes = new Map<number, number>()
  const vote = (offset: number, weight: number): void => {
    for (const near of [-1, 0, 1]) {
      const place = Math.round(offset) + near
      votes.set(place, (votes.get(place) ?? 0) + (near === 0 ? weight : weight / 2))
    }
  }
  for (const line of real.lines) {
    for (const our of ours.lines) {
      if (widthOf(line) < 25 || widthOf(our) < 25) continue
      const likeness = likenessOfWords(line, our)
      const difference = Math.abs(widthOf(line) - widthOf(our))
      if (likeness <= 0.55 || difference > Math.max(3, 0.12 * widthOf(line))) continue
      vote(our.left - line.left, likeness * Math.min(3, widthOf(line) / 60))
    }
  }
  for (const picture of real.pictures) {
    for (const our of ours.pictures) {
      if (Math.abs(widthOf(picture) - widthOf(our)) < 5) vote(our.left - picture.left, 3)
    }
  }
  for (const edge of real.horizontalEdges) {
    for (const our of ours.horizontalEdges) {
      if (Math.abs(widthOf(edge) - widthOf(our)) < 4) vote(our.left - edge.left, 1)
    }
  }
  let best = Math.round(expected)
  let most = 0
  for (const [offset, weight] of votes) {
    const likely = weight - Math.abs(offset - expected) / 400
    if (likely <= most) continue
    most = likely
    best = offset
  }
  return best
}

const mainColumn = 'main'

/**
 * By name. Lines side by side are in different columns; a line alone continues the column above it, or is in the main
 * column.
 */
function columnsOf(lines: readonly TextLine[]): Map<string, TextLine[]> {
  interface Column {
    name: string
    left: number
    right: number
    bottom: number
  }
  const byColumn = new Map<string, TextLine[]>()
  const put = (line: TextLine, name: string): void => {
    byColumn.set(name, [...(byColumn.get(name) ?? []), line])
  }
  let columns: Column[] = []
  let lastBottom = 0
  for (const row of rowsOf(lines)) {
    const [alone] = row.lines
    if (row.lines.length === 1 && alone) {
      const column = columns.find(
        ({ left, right, bottom }) =>
          Math.abs(left - alone.left) <= 8 && row.top - bottom < 30 && alone.right < right + 40,
      )
      put(alone, column?.name ?? mainColumn)
      if (column) column.bottom = lastBottom = row.bottom
      else columns = []
      continue
    }
    if (columns.length !== row.lines.length || row.top - lastBottom > 90) {
      columns = row.lines.map((_, index) => ({
        name: `${index + 1} of ${row.lines.length}`,
        left: 0,
        right: 0,
        bottom: 0,
      }))
    }
    for (const [index, line] of row.lines.entries()) {
      const column = columns[index]
      if (!column) continue
      column.left = line.left
      column.right = Math.max(column.right, line.right)
      column.bottom = row.bottom
      put(line, column.name)
    }
    lastBottom = row.bottom
  }
  return byColumn
}

interface Row {
  top: number
  bottom: number
  lines: TextLine[]
}

function rowsOf(lines: readonly TextLine[]): Row[] {
  const rows: Row[] = []
  for (const line of lines) {
    const row = rows.at(-1)
    if (row && overlapUpright(row, line) > 0.5 * Math.min(heightOf(row), heightOf(line))) {
      row.lines.push(line)
      row.top = Math.min(row.top, line.top)
      row.bottom = Math.max(row.bottom, line.bottom)
    } else rows.push({ top: line.top, bottom: line.bottom, lines: [line] })
  }
  for (const row of rows) row.lines.sort((one, other) => one.left - other.left)
  return rows
}

/** The cost of a line without a partner. */
const gapCost = 0.35

/** In order, with the highest total likeness (Needleman and Wunsch, J Mol Biol 48, 1970). */
function alignColumn(
  lines: readonly TextLine[],
  ours: readonly TextLine[],
  sideways: number,
  isPart: boolean,
): [TextLine, TextLine][] {
  const scores = Array.from({ length: lines.length + 1 }, () => new Float64Array(ours.length + 1))
  const scoreAt = (row: number, column: number): number => scores[row]?.[column] ?? 0
  const steps = Array.from(
    { length: lines.length + 1 },
    () => new Array<'both' | 'real' | 'ours'>(ours.length + 1),
  )
  const set = (row: number, column: number, score: number, step: 'both' | 'real' | 'ours'): void => {
    const rowOfScores = scores[row]
    const rowOfSteps = steps[row]
    if (!rowOfScores || !rowOfSteps) return
    rowOfScores[column] = score
    rowOfSteps[column] = step
  }
  for (let row = 1; row <= lines.length; row++) set(row, 0, -row * gapCost, 'real')
  for (let column = 1; column <= ours.length; column++) set(0, column, isPart ? 0 : -column * gapCost, 'ours')
  for (const [index, line] of lines.entries()) {
    for (const [ourIndex, our] of ours.entries()) {
      const [row, column] = [index + 1, ourIndex + 1]
      const both = scoreAt(index, ourIndex) + likeness(...withMarkersAlike(line, our, sideways), sideways)
      const real = scoreAt(index, column) - gapCost
      const isAfterPart = isPart && row === lines.length
      const onlyOurs = scoreAt(row, ourIndex) - (isAfterPart ? 0 : gapCost)
      if (both >= real && both >= onlyOurs) set(row, column, both, 'both')
      else if (real >= onlyOurs) set(row, column, real, 'real')
      else set(row, column, onlyOurs, 'ours')
    }
  }
  const pairs: [TextLine, TextLine][] = []
  let row = lines.length
  let column = ours.length
  while (row > 0 && column > 0) {
    const step = steps[row]?.[column]
    const [line, our] = [lines[row - 1], ours[column - 1]]
    if (step === 'both' && line && our) pairs.push([line, our])
    if (step !== 'ours') row--
    if (step !== 'real') column--
  }
  return pairs.reverse()
}

/** Positive: the lines probably show the same text. */
function likeness(line: TextLine, our: TextLine, sideways: number): number {
  return (
    0.1 +
    2.2 * likenessOfWords(line, our) -
    Math.min(1, Math.abs(our.left - sideways - line.left) / 60) -
    1.2 * Math.min(1, Math.abs(Math.log(widthOf(our) / widthOf(line)))) -
    Math.min(1, Math.abs(heightOf(our) - heightOf(line)) / 14)
  )
}
