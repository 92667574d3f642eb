/**
 * Pages of 1,000 rows in order, because a list may be larger than memory. The last page may be empty; there is always
 * one.
 */
export async function* readInPages<After, Row extends After>(
  { after, limit = Infinity }: { after: After; limit?: number | undefined },
  readPage: (page: { after: After; take: number }) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  let last = after
  let remaining = limit
  for (;;) {
    const take = Math.min(1_000, remaining)
    const rows = await readPage({ after: last, take })
    yield rows
    remaining -= rows.length
    if (rows.length < take || remaining === 0) return
    last = rows.at(-1) ?? last
  }
}

/** For a list that is known to be short. */
export async function inOneList<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}
