import { percentile } from '@pas/testing/measure'
import type { Round } from '../send-round'

const rounds = 15
/** The rates of both sides rise for that long, until V8 has compiled their code. */
const warmUpRounds = 10

/** Our rounds and those of the baseline: each side's median rate, and the times of all its requests. */
export interface Interleaved {
  ours: Round
  theirs: Round
}

/** Alternates rounds of both sides, so that other work of the machine slows both alike. Leaves out the warm-up. */
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
