import { isIPv4 } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { createAddressGuard, type AddressGuardOptions } from './address-guard'
import { createLookup } from './create-lookup'
import { createGuardedConnector, createPinnedConnector, type ConnectorOptions } from './guarded-connector'
import type { OutboundNetwork } from './outbound-network'
import { createProxyRoute, type AssertForwarded } from './outbound-proxy'

export interface OutboundRoute {
  dispatcher: Dispatcher
  assertForwarded: AssertForwarded
}

export interface HeldRoute extends OutboundRoute {
  /** Empty behind a proxy. */
  addresses: readonly string[]
  /** The last holder's call closes the connections. */
  release(): void
}

/** Rejects as an `AddressGuard` does. Without a proxy, `find` looks nothing up: the request does, and rejects. */
export interface OutboundRoutes {
  find(url: URL): Promise<OutboundRoute>
  /** Holders of the same addresses of an origin share connections. */
  hold(url: URL): Promise<HeldRoute>
}

export type OutboundOptions = OutboundNetwork &
  Pick<AddressGuardOptions, 'allowList'> &
  Pick<ConnectorOptions, 'timeoutMs'>

/** If there is a proxy, only requests to the allowlist do not go through it. */
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
      if (!proxied || (await guard.directAddresses(...hostOf(url))) !== null) return direct
      return throughProxy(url, proxied)
    },
    hold: async (url) => {
      const checked = await (proxied
        ? guard.directAddresses(...hostOf(url))
        : guard.addressesOf(...hostOf(url)))
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
        dispatcher: shared.agent,
        assertForwarded: direct.assertForwarded,
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

const maxOfFamily = 2

const someOfEachFamily = (addresses: readonly string[]): string[] => [
  ...addresses.filter(isIPv4).slice(0, maxOfFamily),
  ...addresses.filter((address) => !isIPv4(address)).slice(0, maxOfFamily),
]

/** IPv6 without brackets. */
const hostOf = ({ hostname, port, protocol }: URL): [hostname: string, port: number] => [
  hostname.replace(/^\[(.*)\]$/, '$1'),
  Number(port || (protocol === 'https:' ? 443 : 80)),
]
