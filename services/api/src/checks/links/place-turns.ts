import { createFairQueue, type FairQueue } from '@pas/runtime/fair-queue'

/** Waits for the account's turn at all places. Rejects as `FairLine.run` does. */
export type PlaceTurns = <Answer>(
  places: readonly string[],
  accountId: number,
  work: () => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>

/**
 * This process asks a place (a site or an address) `maxPerPlace` times at once. Places are taken in one order, so that
 * no two pieces of work wait for each other.
 */
export function createPlaceTurns(maxPerPlace: number): PlaceTurns {
  const places = new Map<string, { queue: FairQueue; users: number }>()
  const atPlace = async <Answer>(
    place: string,
    accountId: number,
    work: () => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> => {
    const limits = { maxConcurrent: maxPerPlace, maxPerAccount: maxPerPlace }
    const turns = places.get(place) ?? { queue: createFairQueue(limits), users: 0 }
    places.set(place, turns)
    turns.users++
    try {
      return await turns.queue.open(accountId, maxPerPlace).run(work, signal)
    } finally {
      turns.users--
      if (turns.users === 0) places.delete(place)
    }
  }
  return (wanted, accountId, work, signal) =>
    [...wanted].sort().reduce((next, place) => () => atPlace(place, accountId, next, signal), work)()
}
