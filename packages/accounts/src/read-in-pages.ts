/** Which part of a list is wanted; all of it when nothing is given. */
export interface ListPart {
  /** Only rows with a greater id. */
  afterId?: number | undefined
  /** At most this many rows. */
  limit?: number | undefined
}

const rowsPerPage = 1_000

/**
 * A list in the order of its ids, in pages of 1,000 rows, because it may be larger than memory. `readPage` returns at
 * most `take` rows with an id above `afterId`, in order. The last page may be empty; there is always one page.
 */
export async function* readInPages<Row extends { id: number }>(
  { afterId = 0, limit = Infinity }: ListPart,
  readPage: (page: { afterId: number; take: number }) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  let after = afterId
  let left = limit
  for (;;) {
    const take = Math.min(rowsPerPage, left)
    const rows = await readPage({ afterId: after, take })
    yield rows
    const last = rows.at(-1)
    left -= rows.length
    if (!last || rows.length < take || left === 0) return
    after = last.id
  }
}
