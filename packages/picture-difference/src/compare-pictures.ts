import { alignRows } from './align-rows'
import { changedRegions } from './changed-tiles'
import { findMoves, type Move } from './find-moves'
import { endOf, findHunks, isInPlace, type Band, type Hunk } from './hunks'
import { openPng, type Pixels } from './pixels'
import { areaOf, limitRegions, rectOf, type Region } from './regions'
import { createRowReader, type Rows } from './row-ids'

export interface PictureDifference {
  /** Pixels by which the head is higher. */
  heightDelta: number
  changedPixels: number
  /** At most 50, in the order of the head. */
  regions: Region[]
}

/** Hunks with fewer equal rows between them belong to one block, if one of them replaces rows by more or fewer. */
const nearRows = 16

/** Compares exactly. Rejects with a `PictureTooLargeError`, or when one is not a PNG that can be decoded. */
export async function comparePictures(basePng: Buffer, headPng: Buffer): Promise<PictureDifference> {
  if (basePng.equals(headPng)) return { heightDelta: 0, changedPixels: 0, regions: [] }
  return comparePixels(await openPng(basePng), await openPng(headPng))
}

export async function comparePixels(base: Pixels, head: Pixels): Promise<PictureDifference> {
  const regions = base.width === head.width ? await findRegions(base, head) : [wholePicture(base, head)]
  return {
    heightDelta: head.height - base.height,
    changedPixels: regions.reduce((sum, { pixels }) => sum + pixels, 0),
    regions,
  }
}

const wholePicture = (base: Pixels, head: Pixels): Region => {
  const whole = ({ width, height }: Pixels) => ({ left: 0, top: 0, width, height })
  const pixels = Math.max(base.width * base.height, head.width * head.height)
  return { kind: 'changed', base: whole(base), head: whole(head), pixels }
}

async function findRegions(base: Pixels, head: Pixels): Promise<Region[]> {
  const readRows = createRowReader()
  const rows = { base: await readRows(base), head: await readRows(head) }
  const hunks = findHunks(alignRows(rows.base.ids, rows.head.ids), rows.base, rows.head)
  const { moves, rest } = findMoves(hunks, rows.base, rows.head)
  const { blocks, inPlace } = groupHunks(rest)
  const regions = [
    ...moves.map((move) => bandRegion('moved', move, rows, head.width)),
    ...blocks.map((block) => bandRegion(kindOf(block), block, rows, head.width)),
  ]
  for (const group of inPlace) regions.push(...(await changedRegions(base, head, group)))
  return limitRegions(regions)
}

function kindOf({ base, head }: Hunk): Region['kind'] {
  if (base.rows === 0) return 'inserted'
  return head.rows === 0 ? 'removed' : 'changed'
}

/**
 * `inPlace`: hunks of as many rows in both, in groups that stand equally far apart. `blocks`: all others; near ones of
 * which rows were replaced are one.
 */
function groupHunks(hunks: readonly Hunk[]): { blocks: Hunk[]; inPlace: Hunk[][] } {
  const blocks: Hunk[] = []
  const inPlace = new Map<number, Hunk[]>()
  for (const group of nearHunks(hunks)) {
    const kinds = new Set(group.filter((hunk) => !isInPlace(hunk)).map(kindOf))
    const [only] = kinds
    if (kinds.size > 1 || only === 'changed') {
      blocks.push(around(group))
      continue
    }
    for (const hunk of group) {
      if (!isInPlace(hunk)) {
        blocks.push(hunk)
        continue
      }
      const shift = hunk.base.top - hunk.head.top
      const alike = inPlace.get(shift)
      if (alike) alike.push(hunk)
      else inPlace.set(shift, [hunk])
    }
  }
  return { blocks, inPlace: [...inPlace.values()] }
}

function nearHunks(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = []
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1)
    if (last && hunk.head.top - endOf(last.head) < nearRows) groups.at(-1)?.push(hunk)
    else groups.push([hunk])
  }
  return groups
}

function around(group: readonly Hunk[]): Hunk {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last) throw new Error('a group of hunks has at least one')
  const span = (a: Band, b: Band): Band => ({ top: a.top, rows: endOf(b) - a.top })
  return { base: span(first.base, last.base), head: span(first.head, last.head) }
}

/** Without the margins at the left and right that all its rows have in common. */
function bandRegion(
  kind: Region['kind'],
  { base, head }: Hunk | Move,
  rows: Readonly<Record<'base' | 'head', Rows>>,
  width: number,
): Region {
  let [left, right] = [width, width]
  for (const [side, band] of [
    ['base', base],
    ['head', head],
  ] as const)
    for (let y = band.top; y < endOf(band); y++) {
      left = Math.min(left, rows[side].leading[y] ?? 0)
      right = Math.min(right, rows[side].trailing[y] ?? 0)
    }
  const columns = left === width ? { left: 0, width } : { left, width: width - left - right }
  const region = { kind, base: rectOf(base, columns), head: rectOf(head, columns) }
  return { ...region, pixels: Math.max(areaOf(region.base), areaOf(region.head)) }
}
