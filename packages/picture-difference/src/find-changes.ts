import { alignRows } from './align-rows'
import { findMoves, type Move } from './find-moves'
import { bandAround, endOf, findHunks, isInPlace, type Hunk } from './hunks'
import type { Pixels } from './pixels'
import { areaOf, rectOf, type Region } from './regions'
import { createRowReader, type Rows } from './row-ids'

export interface Changes {
  /** Whole rows: inserted, removed, moved, or a block in place of another. In the order of the head. */
  bands: Region[]
  /** Hunks of as many rows in both pictures, of which single pixels differ. In the order of both. */
  inPlace: Hunk[]
}

/** Hunks with fewer equal rows between them belong to one block, if one of them replaces rows by more or fewer. */
const nearRows = 16

export async function findChanges(base: Pixels, head: Pixels): Promise<Changes> {
  if (base.width !== head.width) return { bands: [wholePicture(base, head)], inPlace: [] }
  const readRows = createRowReader()
  const rows = { base: await readRows(base), head: await readRows(head) }
  const hunks = findHunks(alignRows(rows.base.ids, rows.head.ids), rows.base, rows.head)
  const { moves, rest } = findMoves(hunks, rows.base, rows.head)
  const { blocks, inPlace } = groupHunks(rest)
  const bands = [
    ...moves.map((move) => bandRegion('moved', move, rows, head.width)),
    ...blocks.map((block) => bandRegion(kindOf(block), block, rows, head.width)),
  ]
  return { bands: bands.sort((a, b) => a.head.top - b.head.top), inPlace }
}

const wholePicture = (base: Pixels, head: Pixels): Region => {
  const whole = ({ width, height }: Pixels) => ({ left: 0, top: 0, width, height })
  const pixels = Math.max(base.width * base.height, head.width * head.height)
  return { kind: 'changed', base: whole(base), head: whole(head), pixels }
}

function kindOf({ base, head }: Hunk): Region['kind'] {
  if (base.rows === 0) return 'inserted'
  return head.rows === 0 ? 'removed' : 'changed'
}

/** `blocks`: hunks that are not in place; near ones of which rows were replaced are one. */
function groupHunks(hunks: readonly Hunk[]): { blocks: Hunk[]; inPlace: Hunk[] } {
  const blocks: Hunk[] = []
  const inPlace: Hunk[] = []
  for (const group of nearHunks(hunks)) {
    const kinds = new Set(group.filter((hunk) => !isInPlace(hunk)).map(kindOf))
    const [only] = kinds
    if (kinds.size > 1 || only === 'changed')
      blocks.push({
        base: bandAround(group.map((hunk) => hunk.base)),
        head: bandAround(group.map((hunk) => hunk.head)),
      })
    else for (const hunk of group) (isInPlace(hunk) ? inPlace : blocks).push(hunk)
  }
  return { blocks, inPlace }
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
