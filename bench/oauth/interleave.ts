import { percentile } from '@pas/testing/measure'
import type { Round } from '../send-round'

const rounds = 15
/** Until V8 has compiled the code of both sides. */
const warmUpRounds = 10

/** Each side's median rate, and the times of all its requests. */
export interface Interleaved {
  ours: Round
  theirs: Round
}

/** Alternates rounds, so that other work of the machine slows both sides alike. Leaves out the warm-up. */
export async function interleave(
  ours: () => Promise<Round>,
  theirs: () => Promise<Round>,
): Promise<Interleaved> {
  const taken: { ours: Round[]; theirs: Round[] } = { ours: [], theirs: [] }
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    const [one, other] = [await ours(), await theirs()]
    if (round < warmUpRounds) continue
    taken.ours.push(one)
    taken.theirs.push(other)
  }
  return { ours: joinRounds(taken.ours), theirs: joinRounds(taken.theirs) }
}

const joinRounds = (all: readonly Round[]): Round => ({
  perSecond: percentile(
    all.map(({ perSecond }) => perSecond),
    50,
  ),
  times: all.flatMap(({ times }) => times),
})
