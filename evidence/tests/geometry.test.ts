import { existsSync } from 'node:fs'
import path from 'node:path'
import { findEmailClient } from '@pas/email-clients/catalogue'
import sharp from 'sharp'
import { replaceSection } from '../fidelity/sections'
import { compare, missesOf } from '../geometry/compare'
import { extractGeometry } from '../geometry/extract/extract-geometry'
import { readFacts, readLeftOut, writeFacts } from '../geometry/facts'
import type { Geometry, TextLine } from '../geometry/geometry'
import { readPicture, type Pixels } from '../geometry/read-picture'

/** Left, top, right, bottom. */
type Fill = (left: number, top: number, right: number, bottom: number) => void
type Paint = (fill: Fill) => void

/** Draws words of ring-shaped letters, ten pixels high, from this place on. `lengths`: letters of each word. */
const text =
  (left: number, top: number, lengths: readonly number[]): Paint =>
  (fill) => {
    let at = left
    for (const length of lengths) {
      for (let letter = 0; letter < length; letter++, at += 10) {
        fill(at, top, at + 7, top + 2)
        fill(at, top + 8, at + 7, top + 10)
        fill(at, top, at + 2, top + 10)
        fill(at + 5, top, at + 7, top + 10)
      }
      at += 6
    }
  }

const border =
  (left: number, top: number, right: number, bottom: number): Paint =>
  (fill) => {
    fill(left, top, right, top + 2)
    fill(left, bottom - 2, right, bottom)
    fill(left, top, left + 2, bottom)
    fill(right - 2, top, right, bottom)
  }

function painted(paints: readonly Paint[], density = 1): Pixels {
  const [width, height] = [400 * density, 300 * density]
  const rgb = Buffer.alloc(width * height * 3, 255)
  for (const paint of paints) {
    paint((left, top, right, bottom) => {
      for (let y = top * density; y < bottom * density; y++) {
        rgb.fill(40, (y * width + left * density) * 3, (y * width + right * density) * 3)
      }
    })
  }
  return { width, height, rgb }
}

const measured = (...paints: readonly Paint[]): Geometry => extractGeometry(painted(paints))

const heading = text(20, 20, [6, 9])
const box = border(20, 50, 380, 130)
const boxed = text(40, 80, [3, 7, 2, 8])
const list = (left: number, top: number): Paint[] => [
  text(left - 24, top, [1]),
  text(left, top, [5, 4]),
  text(left - 24, top + 24, [1]),
  text(left, top + 24, [7, 3, 6]),
]
const footer = text(20, 240, [4, 4, 9])
const email = [heading, box, boxed, ...list(60, 160), footer]

describe('the geometry of a picture', () => {
  it('has the lines, their words and markers, and the edges, where they were drawn', () => {
    const { lines, horizontalEdges, verticalEdges } = measured(...email)
    const near = (value: number): unknown => expect.closeTo(value, -0.6)
    expect(lines).toHaveLength(5)
    expect(lines[1]).toMatchObject({ left: near(40), right: near(256), baseline: near(90) })
    expect(lines[1]?.wordStarts).toEqual([0, near(36), near(112), near(138)])
    expect(lines.map(({ marker }) => marker)).toEqual([undefined, undefined, near(36), near(36), undefined])
    expect(horizontalEdges.map(({ y }) => y)).toEqual([near(51), near(129)])
    expect(verticalEdges.map(({ x }) => x)).toEqual([near(21), near(379)])
  })

  it('has a line for each cell of a table, also where the texts of two cells almost touch', () => {
    const { lines } = measured(
      ...[text(40, 80, [3]), text(135, 80, [4])],
      ...[text(40, 110, [3]), text(135, 110, [2])],
      // 12 px before the next column.
      ...[text(40, 140, [3, 5]), text(135, 140, [3])],
    )
    const near = (value: number): unknown => expect.closeTo(value, -0.6)
    expect(lines.map(({ left }) => left)).toEqual([40, 135, 40, 135, 40, 135].map(near))
    expect(lines.map(({ wordStarts }) => wordStarts.length)).toEqual([1, 1, 1, 1, 2, 1])
  })

  it('is the same at another density', async () => {
    const once = measured(...email)
    const { width, height, rgb } = painted(email, 2)
    const twice = await sharp(rgb, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer()
    const scaled = extractGeometry(await readPicture(twice, { deviceScaleFactor: 2 }))
    expect(compare(once, scaled).score).toBe(1)
  })
})

describe('the score of a picture', () => {
  it('is 1 against itself', () => {
    const geometry = measured(...email)
    expect(compare(geometry, geometry)).toMatchObject({ score: 1 })
    expect(missesOf(compare(geometry, geometry))).toEqual([])
  })

  it.each<[string, Paint[], RegExp]>([
    [
      'a list stands 20 px to the right',
      [heading, box, boxed, ...list(80, 160), footer],
      /line at y 17\d starts at x (79|80), really (59|60)/,
    ],
    ['a border is gone', [heading, boxed, ...list(60, 160), footer], /straight edge at y 51, .* is missing/],
    [
      'there is one more line',
      [...email, text(20, 264, [8, 2, 5])],
      /one line near y 27\d, x (19|20) too many/,
    ],
    [
      'a line is gone',
      [heading, box, ...list(60, 160), footer],
      /line at y (90|91), x (39|40)–\d+ is missing/,
    ],
    [
      'a list has no markers',
      [heading, box, boxed, text(60, 160, [5, 4]), text(60, 184, [7, 3, 6]), footer],
      /has no marker/,
    ],
    [
      'a paragraph stands 6 px lower',
      [heading, box, boxed, ...list(60, 166), footer],
      /is 8\d px below the one before, really (79|80)/,
    ],
    [
      'a line breaks earlier',
      [heading, box, text(40, 80, [3, 7]), text(40, 100, [2, 8]), ...list(60, 160), footer],
      /ends at x|too many/,
    ],
  ])('is lower when %s, and says so', (_, changed, says) => {
    const comparison = compare(measured(...email), measured(...changed))
    expect(comparison.score).toBeLessThan(0.98)
    expect(missesOf(comparison).map((miss) => miss.says)).toContainEqual(expect.stringMatching(says))
  })

  it('recognises a marker that stands so near to its text that it is read as a word', () => {
    const listWith = (indent: number): Geometry =>
      measured(...[0, 24, 48].flatMap((y) => [text(60, 100 + y, [1]), text(60 + indent, 100 + y, [5, 4])]))
    const real = listWith(16)
    expect(real.lines.map(({ marker }) => marker)).toEqual([undefined, undefined, undefined])
    expect(missesOf(compare(real, listWith(24))).map(({ kind }) => kind)).toEqual(['left', 'left', 'left'])
  })

  it('pairs the short lines of a list although hinting moves their second words by 2 px', () => {
    const listOf = (...items: readonly [width: number, second: number][]): Geometry => ({
      width: 400,
      height: 300,
      lines: items.map(([width, second], index) => {
        const top = index * 20 + (index > 3 ? 30 : 0)
        const box = { left: 60, top, right: 60 + width, bottom: top + 14 }
        return { ...box, baseline: top + 14, wordStarts: [0, second] }
      }),
      pictures: [],
      horizontalEdges: [],
      verticalEdges: [],
    })
    const real = listOf([90, 54], [74, 38], [90, 54], [81, 45], [81, 45], [89, 53])
    const ours = listOf([90, 56], [72, 38], [90, 56], [79, 46], [79, 46], [87, 54])
    expect(missesOf(compare(real, ours))).toEqual([])
  })

  it('accepts a line that hinting makes 2 % longer', () => {
    const line = (right: number): TextLine => ({
      left: 10,
      top: 10,
      right,
      bottom: 22,
      baseline: 20,
      wordStarts: [0, 50, 90],
    })
    const page = (right: number): Geometry => ({
      width: 700,
      height: 40,
      lines: [line(right)],
      pictures: [],
      horizontalEdges: [],
      verticalEdges: [],
    })
    expect(compare(page(610), page(620)).score).toBe(1)
    expect(compare(page(610), page(640)).score).toBeLessThan(1)
  })

  it('does not judge the distance of lines where the client has changed its line height since', () => {
    const lower = [heading, box, boxed, ...list(60, 170), footer]
    const isAsked = (hasOtherLineHeight: boolean): boolean =>
      missesOf(compare(measured(...email), measured(...lower), { hasOtherLineHeight })).some(({ says }) =>
        says.includes('below the one before'),
      )
    expect([isAsked(false), isAsked(true)]).toEqual([true, false])
  })

  it('does not judge what lies outside of the part that a real picture shows', () => {
    const part = measured(boxed, ...list(60, 160))
    const whole = measured(heading, boxed, ...list(60, 160), footer)
    expect(compare(part, whole, { isPart: true }).score).toBe(1)
    expect(compare(part, whole).score).toBeLessThan(0.9)
  })
})

describe('the facts', () => {
  const facts = readFacts()

  it.each(facts.map((one) => [`${one.email}/${one.name}`, one] as const))(
    'of %s can be compared',
    (_, one) => {
      expect(existsSync(path.join(__dirname, '../geometry/emails', `${one.email}.html`))).toBe(true)
      expect(findEmailClient(one.emailClient)).not.toBeNull()
      expect(one.geometry.lines.length).toBeGreaterThan(0)
      expect(compare(one.geometry, one.geometry, one).score).toBe(1)
    },
  )

  it('do not include pictures that are left out, each of which has a reason', () => {
    for (const { pictures, reason } of readLeftOut()) {
      expect(reason).not.toBe('')
      expect(facts.map(({ source }) => source.path)).not.toEqual(expect.arrayContaining(pictures))
    }
  })

  it('are written with all their lines and without their name', () => {
    const [one] = facts
    const written = JSON.parse(writeFacts(one!)) as { geometry: { lines: unknown[] } }
    expect(written.geometry.lines).toHaveLength(one!.geometry.lines.length)
    expect(writeFacts(one!)).not.toContain('"name"')
  })
})

describe('a section of the document', () => {
  const both = replaceSection(replaceSection('', 'features', 'one'), 'geometry', 'two')

  it('is replaced without changing the others, and in the same order whichever is written first', () => {
    expect(replaceSection(replaceSection('', 'geometry', 'two'), 'features', 'one')).toBe(both)
    expect(replaceSection(both, 'geometry', 'three')).toBe(both.replace('two', 'three'))
    expect(replaceSection(both, 'features', 'zero')).toBe(both.replace('one', 'zero'))
  })
})
