import type { OutboundProxy } from '@pas/settings/outside'
import type { Logger } from '@pas/runtime/logger'
import { requestNotForwarded } from '../events'
import type { AddressGuardOptions } from './address-guard'
import { createKnowsPublicNames } from './knows-public-names'
import { createLookup, type LookupAddresses } from './lookup-addresses'

/** What is the same for all requests of a process; `lookup` and `ca` replace the system's resolver and certificates. */
export interface OutboundNetwork {
  lookup?: LookupAddresses
  ca?: string
  /** Left out: everything is asked directly. */
  proxy?: OutboundProxy | undefined
  /** Told of each request that the proxy did not forward; `why` completes "the proxy …". */
  notForwarded?: ((why: string) => void) | undefined
  knowsPublicNames?: AddressGuardOptions['knowsPublicNames']
}

/** Makes the network that an operator configured. A proxy may know names that our name server does not. */
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
