import type { LookupAddresses } from './lookup-addresses'

/** For how long an answer is kept. */
const keptMs = 30_000

/**
 * Makes the function that says whether our name server knows public names, by one of them (`OUTBOUND_CANARY`), which is
 * looked up and never connected to. Single flight.
 */
export function createKnowsPublicNames(canary: string, lookup: LookupAddresses): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  let keptUntil = 0
  return () => {
    if (answer === undefined || performance.now() >= keptUntil) {
      keptUntil = Infinity
      answer = lookup(canary, new AbortController().signal).then(
        (addresses) => addresses.length > 0,
        () => false,
      )
      void answer.finally(() => (keptUntil = performance.now() + keptMs))
    }
    return answer
  }
}
