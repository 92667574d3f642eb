export interface Lot {
  /** A copy in an order that the seed decides. */
  shuffle<Entry>(entries: readonly Entry[]): Entry[]
}

/** The same for the same seed: mulberry32. */
export function startLot(seed: number): Lot {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    shuffle: (entries) =>
      entries
        .map((entry) => ({ entry, at: next() }))
        .sort((one, other) => one.at - other.at)
        .map(({ entry }) => entry),
  }
}
