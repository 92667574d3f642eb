import type { OutboundProxy } from '@pas/settings/outside'
import type { Logger } from '@pas/runtime/logger'
import { requestNotForwarded } from '../events'
import type { AddressGuardOptions, LookupAddresses } from './address-guard'
import { createLookup } from './create-lookup'

/** `lookup` and `ca` replace the system's resolver and certificates. */
export interface OutboundNetwork {
  lookup?: LookupAddresses
  ca?: string
  proxy?: OutboundProxy | undefined
  /** Called for each request that the proxy refused; `why` completes "the proxy …". */
  notForwarded?: ((why: string) => void) | undefined
  knowsPublicNames?: AddressGuardOptions['knowsPublicNames']
}

/** Behind a proxy no canary is asked: the proxy may know names that our name server does not. */
export function createOutboundNetwork(
  { proxy, canary }: { proxy: OutboundProxy | undefined; canary: string },
  logger: Logger,
  lookup = createLookup(),
): OutboundNetwork {
  return {
    lookup,
    ...(proxy
      ? { proxy, notForwarded: (why) => requestNotForwarded(logger, why) }
      : { knowsPublicNames: createKnowsPublicNames(canary, lookup) }),
  }
}

const canaryKeptMs = 30_000

/** Looks the canary up, and never connects to it. Single flight. */
function createKnowsPublicNames(canary: string, lookup: LookupAddresses): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  let keptUntil = 0
  return () => {
    if (answer === undefined || performance.now() >= keptUntil) {
      keptUntil = Infinity
      answer = lookup(canary, new AbortController().signal).then(
        (addresses) => addresses.length > 0,
        () => false,
      )
      void answer.finally(() => (keptUntil = performance.now() + canaryKeptMs))
    }
    return answer
  }
}
