import { cell, columns, hexOf, lines, strip, styled, tick } from './card'
import type { CardReading } from './card-table'
import { distanceOf, type Rgb } from './picture'
import { readPatch, round, type Section } from './section'

/** By the colours beside the first column and below it. */
export function readColumns({ at, rows }: Section, index: number): CardReading['columns'] {
  const y = rows[index] ?? 0
  const middle = tick.width + columns.width / 2
  const paper = at(strip.width - 6, y)
  const [first, beside, below] = [
    [middle, y],
    [middle + columns.width, y],
    [middle, y + tick.height],
  ].map(([left = 0, top = 0]) => readPatch(at, [left, top], [3, 3]))
  // A dark client changes both colours, but not which of them is the warmer one.
  const warmth = ([red, , blue]: Rgb): number => red - blue
  const isSecond = (seen: Rgb | null | undefined): boolean =>
    !!first && !!seen && !!paper && distanceOf(seen, paper) > 24 && warmth(seen) - warmth(first) > 80
  if (isSecond(beside)) return 'beside'
  return isSecond(below) ? 'below' : null
}

/** From the top of the first to that of the last. Null unless all lines are there. */
export function readLineHeight({ at, rows }: Section, index: number): number | null {
  const step = 0.25
  const top = (rows[index] ?? 0) - tick.height / 2
  const left = tick.width + cell.gap
  const paper = at(tick.width + 2, rows[index] ?? 0)
  if (!paper) return null
  const away: number[] = []
  for (let y = top; y < top + lines.count * lines.fontSize * 2; y += step) {
    const seen = Array.from({ length: lines.fontSize * 4 }, (_, dx) => at(left + dx / 2, y))
    away.push(Math.max(...seen.map((colour) => (colour ? distanceOf(colour, paper) : 0))))
  }
  const strongest = Math.max(...away)
  const isInk = away.map((value) => strongest > 40 && value > strongest / 2)
  // What follows is the next row, which is higher or lower than a letter.
  const starts = isInk.flatMap((one, at) => (one && !isInk[at - 1] ? [at] : [])).slice(0, lines.count)
  const [first = 0, last = 0] = [starts[0], starts.at(-1)]
  return starts.length < lines.count ? null : round(((last - first) * step) / (lines.count - 1), 10)
}

export function readStyled(section: Section | null): CardReading['styled'] {
  const read = (x: number): string | null => {
    const seen = section && readPatch(section.at, [x, section.rows[0] ?? 0], [2, 5])
    return seen && hexOf(seen)
  }
  const [first, second] = [0, 1].map((at) => tick.width + cell.gap + styled.width * (at + 0.5))
  return {
    white: read(first ?? 0),
    pale: read((second ?? 0) + cell.gap),
    page: read(tick.width + cell.gap / 2),
  }
}
