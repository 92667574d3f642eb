import sharp from 'sharp'
import { expectAround, kindsOf, readingWith, type Box, type Edit, type Region } from './edit'

/** Pixels of a letter in a terminal. */
const cell = { width: 9, height: 18 }
/** Of a line and the blank line after it. */
const paragraphRows = 2 * cell.height
const words = 'coffee quilt major pygmy jumbo vexing black sphinx of quartz judge my vow'.split(' ')

/** A line of so many letters. Its ends are wide letters, so that its ink says how long it is. */
const line = (letters: number, end = 'M', from = letters): string => {
  const text = Array.from({ length: letters }, (_, n) => words[(from + n) % words.length]).join(' ')
  return `${end}${text
    .slice(0, letters - 2)
    .trimEnd()
    .padEnd(letters - 2, 'x')}${end}`
}

const lengths = [20, 28, 36, 44, 52, 60, 68]
const newLength = 24
const lines = lengths.map((letters) => line(letters))
const emailOf = (shown: readonly string[]): string =>
  `<!doctype html><body>${shown.map((text) => `<p>${text}</p>`).join('')}</body>`
export const wholeText = emailOf(lines)
const lineOf = (n: number): string => lines[n] ?? ''

interface Picture {
  /** The ink of the line of so many letters. */
  inkOf(letters: number): Box
}

/** One region, around the ink that is at this place, to 2 pixels. */
function expectInk(rect: Region['head'], ink: Box, rows: number): void {
  expectAround(rect, ink, rows - ink.height)
  expect(Math.abs(rect.left - ink.left)).toBeLessThanOrEqual(2)
  expect(Math.abs(rect.left + rect.width - ink.left - ink.width)).toBeLessThanOrEqual(2)
}

/** One of these lines has moved, or each: between two that are exchanged, the blank line is what has stayed. */
function expectMoved(
  regions: readonly Region[],
  { base, head }: { base: Picture; head: Picture },
  letters: readonly number[],
) {
  expect(new Set(kindsOf(regions))).toEqual(new Set(['moved']))
  expect(regions.length).toBeLessThanOrEqual(letters.length)
  for (const region of regions) {
    const moved = letters.find((each) => Math.abs(region.head.width - each * cell.width) <= cell.width)
    expectInk(region.base, base.inkOf(moved ?? 0), paragraphRows)
    expectInk(region.head, head.inkOf(moved ?? 0), paragraphRows)
  }
}

const editsOf: readonly ((n: number) => Edit<Picture>)[] = [
  (n) => ({
    name: `the text of line ${n}`,
    base: wholeText,
    head: emailOf(lines.with(n, line(lengths[n] ?? 0, 'W', (lengths[n] ?? 0) + 1))),
    check: (regions, { base, head }) => {
      expect(new Set(kindsOf(regions))).toEqual(new Set(['changed']))
      const letters = lengths[n] ?? 0
      const changed = regions.map((region) => region.head).reduce(around)
      const ink = around(base.inkOf(letters), head.inkOf(letters))
      expectInk(changed, ink, ink.height)
    },
  }),
  (n) => ({
    name: `a line inserted before ${n}`,
    base: wholeText,
    head: emailOf(lines.toSpliced(n, 0, line(newLength))),
    check: (regions, { head }) => {
      expect(kindsOf(regions)).toEqual(['inserted'])
      expectInk((regions as [Region])[0].head, head.inkOf(newLength), paragraphRows)
    },
  }),
  (n) => ({
    name: `line ${n} removed`,
    base: wholeText,
    head: emailOf(lines.toSpliced(n, 1)),
    check: (regions, { base }) => {
      expect(kindsOf(regions)).toEqual(['removed'])
      expectInk((regions as [Region])[0].base, base.inkOf(lengths[n] ?? 0), paragraphRows)
    },
  }),
  (n) => ({
    name: `lines ${n} and ${n + 1} exchanged`,
    base: wholeText,
    head: emailOf(lines.with(n, lineOf(n + 1)).with(n + 1, lineOf(n))),
    check: (regions, pictures) => expectMoved(regions, pictures, lengths.slice(n, n + 2)),
  }),
  (n) => ({
    name: `line ${n} moved to the end`,
    base: wholeText,
    head: emailOf([...lines.toSpliced(n, 1), lineOf(n)]),
    // The last two of them are exchanged, and either may be told.
    check: (regions, pictures) => expectMoved(regions, pictures, lengths.slice(n, n === 5 ? 7 : n + 1)),
  }),
]

function around(a: Box, b: Box): Box {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)]
  const width = Math.max(a.left + a.width, b.left + b.width) - left
  return { left, top, width, height: Math.max(a.top + a.height, b.top + b.height) - top }
}

async function readPicture(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const boxes: Box[] = []
  let box: Box | null = null
  for (let y = 0; y < info.height; y++) {
    const row = data.subarray(y * info.width, (y + 1) * info.width)
    const left = row.findIndex((grey) => grey < 255)
    if (left < 0) {
      box = null
      continue
    }
    const ink: Box = { left, top: y, width: row.findLastIndex((grey) => grey < 255) + 1 - left, height: 1 }
    if (box) Object.assign(box, around(box, ink))
    else boxes.push((box = ink))
  }
  return {
    inkOf: (letters) => {
      const found = boxes.filter(({ width }) => Math.abs(width - letters * cell.width) <= cell.width)
      expect([letters, found.length]).toEqual([letters, 1])
      return found[0]!
    },
  }
}

/** Thirty edits: each kind in lines 0 to 5. */
export const textEdits = [0, 1, 2, 3, 4, 5]
  .flatMap((n) => editsOf.map((edit) => edit(n)))
  .map(readingWith(readPicture))
/** One of each kind. */
export const fewTextEdits = editsOf.map((edit) => readingWith(readPicture)(edit(1)))
