import { hash } from 'node:crypto'
import { rowsAtOnce, type Pixels } from './pixels'

/** The rows of a picture. */
export interface Rows {
  /** Equal rows of both pictures have equal ids. */
  ids: Int32Array
  /** 1 where all pixels of a row are alike. */
  isPlain: Uint8Array
  /** Pixels at the left and at the right that are like the row's first pixel. */
  leading: Int32Array
  trailing: Int32Array
}

/** Names each row by a hash of its pixels. */
export function createRowReader(): (picture: Pixels) => Promise<Rows> {
  const known = new Map<string, number>()
  return async (picture) => {
    const { width, height } = picture
    const rows: Rows = {
      ids: new Int32Array(height),
      isPlain: new Uint8Array(height),
      leading: new Int32Array(height),
      trailing: new Int32Array(height),
    }
    for (let top = 0; top < height; top += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, height - top)
      const pixels = await picture.rows(top, count)
      for (let row = 0; row < count; row++)
        readRow(rows, top + row, pixels.subarray(row * width, (row + 1) * width), known)
    }
    return rows
  }
}

function readRow(rows: Rows, y: number, row: Uint32Array, known: Map<string, number>): void {
  const digest = hash('sha1', new Uint8Array(row.buffer, row.byteOffset, row.byteLength), 'base64')
  const id = known.get(digest) ?? known.size
  known.set(digest, id)
  rows.ids[y] = id
  const [first] = row
  let leading = 0
  while (leading < row.length && row[leading] === first) leading++
  let trailing = 0
  while (trailing < row.length && row[row.length - 1 - trailing] === first) trailing++
  rows.isPlain[y] = leading === row.length ? 1 : 0
  rows.leading[y] = leading
  rows.trailing[y] = trailing
}
