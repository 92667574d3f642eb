import type { LookupAddresses } from './lookup-addresses'

const keptMs = 30_000

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
