import { isIPv4 } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { createAddressGuard, type AddressGuardOptions } from './address-guard'
import { createGuardedConnector, createPinnedConnector, type ConnectorOptions } from './guarded-connector'
import { createLookup } from './lookup-addresses'
import type { OutboundNetwork } from './outbound-network'
import { createProxyRoute, type AssertForwarded } from './outbound-proxy'

/** How a request gets to its host. */
export interface OutboundRoute {
  dispatcher: Dispatcher
  assertForwarded: AssertForwarded
}

/** A route whose connections are its holders' alone. */
export interface HeldRoute extends OutboundRoute {
  /** The addresses that may be dialled; empty behind a proxy. */
  addresses: readonly string[]
  /** Ends it. The last holder's closes the connections. */
  release(): void
}

/** Finds routes. `find` and `hold` reject as an `AddressGuard` does; `find` leaves that to the request if it can. */
export interface OutboundRoutes {
  find(url: URL): Promise<OutboundRoute>
  /** Looks the host up for this request; all who hold the same addresses of an origin share connections. */
  hold(url: URL): Promise<HeldRoute>
}

export type OutboundOptions = OutboundNetwork &
  Pick<AddressGuardOptions, 'allowList'> &
  Pick<ConnectorOptions, 'timeoutMs'>

/** Makes the routes to public addresses and the allowlist; everything else goes through the proxy, if there is one. */
export function createOutboundRoutes({
  allowList,
  timeoutMs,
  lookup = createLookup(),
  ca,
  proxy,
  notForwarded = () => undefined,
  knowsPublicNames,
}: OutboundOptions): OutboundRoutes {
  const guard = createAddressGuard({ allowList, lookup, timeoutMs, knowsPublicNames })
  const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const connector = { timeoutMs, ca }
  const direct: OutboundRoute = {
    dispatcher: new Agent({ connect: createGuardedConnector(guard, connector), ...times }),
    assertForwarded: () => undefined,
  }
  const proxied = proxy ? createProxyRoute(proxy, { lookup, ...connector, notForwarded }) : null
  const throughProxy = (url: URL, { dispatcherFor, assertForwarded }: NonNullable<typeof proxied>) => ({
    dispatcher: dispatcherFor(url),
    assertForwarded,
  })
  const held = new Map<string, { agent: Agent; holders: number }>()

  return {
    find: async (url) => {
      if (!proxied || (await guard.addressesBesideProxy(...hostOf(url))) !== null) return direct
      return throughProxy(url, proxied)
    },
    hold: async (url) => {
      const checked = await guard[proxied ? 'addressesBesideProxy' : 'addressesOf'](...hostOf(url))
      if (checked === null && proxied)
        return { ...throughProxy(url, proxied), addresses: [], release: () => undefined }
      const addresses = someOfEachFamily(checked ?? [])
      const key = [url.origin, ...addresses].join(' ')
      const shared = held.get(key) ?? {
        agent: new Agent({ connect: createPinnedConnector(addresses, connector), ...times }),
        holders: 0,
      }
      held.set(key, shared)
      shared.holders++
      return {
        ...direct,
        dispatcher: shared.agent,
        addresses,
        release: () => {
          shared.holders--
          if (shared.holders > 0) return
          held.delete(key)
          void shared.agent.destroy()
        },
      }
    },
  }
}

/** Addresses of a family that are dialled: more than one, in case that one does not answer. */
const maxOfFamily = 2

const someOfEachFamily = (addresses: readonly string[]): string[] => {
  const [four, six] = [addresses.filter(isIPv4), addresses.filter((address) => !isIPv4(address))]
  return [...four.slice(0, maxOfFamily), ...six.slice(0, maxOfFamily)]
}

/** The host, IPv6 without brackets, and the port. */
const hostOf = ({ hostname, port, protocol }: URL): [hostname: string, port: number] => [
  hostname.replace(/^\[(.*)\]$/, '$1'),
  Number(port || (protocol === 'https:' ? 443 : 80)),
]
