import type { Region } from '@pas/picture-difference/regions'
import { isSlight } from './is-slight'

const region = (kind: Region['kind'], width: number, rows: readonly [base: number, head: number]): Region => {
  const [base, head] = rows.map((height) => ({ left: 0, top: 100, width, height }))
  if (!base || !head) throw new Error('two heights')
  return { kind, base, head, pixels: width * Math.max(...rows) }
}
const frame = (deviceScaleFactor: number) => ({ width: 700, deviceScaleFactor })
const corner = region('changed', 20, [20, 20])

it('is a difference of corners, in CSS pixels', () => {
  expect(isSlight([corner, corner, corner, corner], frame(1), true)).toBe(true)
  expect(isSlight([region('changed', 40, [40, 40])], frame(1), true)).toBe(false)
  expect(isSlight([region('changed', 40, [40, 40])], frame(2), true)).toBe(true)
  // Both corners of a pill's side.
  expect(isSlight([region('changed', 18, [36, 36])], frame(1), true)).toBe(true)
})

it('is no line or word of another look, whatever is slight beside it', () => {
  expect(isSlight([corner, region('changed', 600, [1, 1])], frame(1), true)).toBe(false)
  expect(isSlight([region('changed', 60, [12, 12])], frame(1), true)).toBe(false)
  expect(isSlight([], frame(1), true)).toBe(false)
})

it('is an edge that is narrower than a CSS pixel, but not a line', () => {
  expect(isSlight([region('changed', 28, [1, 1])], frame(3), false)).toBe(true)
  expect(isSlight([region('changed', 28, [3, 3])], frame(3), false)).toBe(false)
  expect(isSlight([region('changed', 28, [1, 1])], frame(1), false)).toBe(false)
})

it.each<[what: string, width: number, rows: readonly [base: number, head: number]]>([
  ['a block that is gone but for a row', 700, [400, 1]],
  ['a block that came in place of a row', 700, [1, 400]],
  ['a hairline over the whole width', 1400, [1, 1]],
  ['a hairline of an email of 480 pixels', 960, [1, 1]],
])('is not %s', (_, width, rows) => {
  expect(isSlight([region('changed', width, rows)], frame(2), false)).toBe(false)
})

it('is a hairline at the edge of a button, on a phone, too', () => {
  expect(isSlight([region('changed', 600, [1, 1])], frame(2), false)).toBe(true)
  const phone = { width: 375, deviceScaleFactor: 3 }
  expect(isSlight([region('changed', 3 * 220, [2, 2])], phone, false)).toBe(true)
  expect(isSlight([region('changed', 3 * 325, [2, 2])], phone, false)).toBe(false)
})

it('is no icon that is gone: of other changes than of a radius only little space is slight', () => {
  expect(isSlight([corner, corner], frame(1), false)).toBe(false)
  expect(isSlight([region('inserted', 600, [0, 2])], frame(1), false)).toBe(true)
})

it('is little space that came or went, but not a block that moved, or went and left no height', () => {
  expect(isSlight([region('inserted', 600, [0, 2]), region('removed', 600, [3, 0])], frame(1), true)).toBe(
    true,
  )
  expect(isSlight([region('removed', 600, [40, 0])], frame(1), true)).toBe(false)
  expect(isSlight([region('moved', 600, [2, 2])], frame(1), true)).toBe(false)
})
