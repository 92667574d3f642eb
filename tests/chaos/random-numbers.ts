/** Pseudo-random numbers, the same for the same seed: mulberry32, by Tommy Ettinger (public domain). */
export interface RandomNumbers {
  /** At least 0 and below 1. */
  next(): number
  /** At least `least` and below `most`. */
  between(least: number, most: number): number
  oneOf<Item>(items: readonly Item[]): Item
}

/** A generator that starts at `seed`, of which the lower 32 bits count. */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    oneOf: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('there is nothing to choose from')
      return item
    },
  }
}
