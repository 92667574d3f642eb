import type { Region } from '@pas/picture-difference/regions'
import { isSlight } from './is-slight'

const region = (kind: Region['kind'], width: number, rows: readonly [base: number, head: number]): Region => {
  const [base, head] = rows.map((height) => ({ left: 0, top: 100, width, height }))
  if (!base || !head) throw new Error('two heights')
  return { kind, base, head, pixels: width * Math.max(...rows) }
}
const corner = region('changed', 20, [20, 20])

it('is a difference of corners, in CSS pixels', () => {
  expect(isSlight([corner, corner, corner, corner], 1, true)).toBe(true)
  expect(isSlight([region('changed', 40, [40, 40])], 1, true)).toBe(false)
  expect(isSlight([region('changed', 40, [40, 40])], 2, true)).toBe(true)
  // Both corners of a pill's side.
  expect(isSlight([region('changed', 18, [36, 36])], 1, true)).toBe(true)
})

it('is no line or word of another look, whatever is slight beside it', () => {
  expect(isSlight([corner, region('changed', 600, [1, 1])], 1, true)).toBe(false)
  expect(isSlight([region('changed', 60, [12, 12])], 1, true)).toBe(false)
  expect(isSlight([], 1, true)).toBe(false)
})

it('is an edge that is narrower than a CSS pixel, but not a line', () => {
  expect(isSlight([region('changed', 28, [1, 1])], 3, false)).toBe(true)
  expect(isSlight([region('changed', 28, [3, 3])], 3, false)).toBe(false)
  expect(isSlight([region('changed', 28, [1, 1])], 1, false)).toBe(false)
})

it('is no icon that is gone: of other changes than of a radius only little space is slight', () => {
  expect(isSlight([corner, corner], 1, false)).toBe(false)
  expect(isSlight([region('inserted', 600, [0, 2])], 1, false)).toBe(true)
})

it('is little space that came or went, but not a block that moved, or went and left no height', () => {
  expect(isSlight([region('inserted', 600, [0, 2]), region('removed', 600, [3, 0])], 1, true)).toBe(true)
  expect(isSlight([region('removed', 600, [40, 0])], 1, true)).toBe(false)
  expect(isSlight([region('moved', 600, [2, 2])], 1, true)).toBe(false)
})
