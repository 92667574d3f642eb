import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { AllowList } from './allow-list'
import { codeOf } from './error-code'
import { isPublicAddress } from './is-public-address'
import type { LookupAddresses } from './lookup-addresses'

/** The host has no address, or one that is neither public nor on the allowlist. */
export class NoPublicAddressError extends Error {
  override name = 'NoPublicAddressError'
}

/** The host has no address that our name server knows. */
class UnknownHostError extends NoPublicAddressError {
  override name = 'UnknownHostError'
}

/** No name server told in time whether the host has an address: it may have one. */
export class LookupFailedError extends Error {
  override name = 'LookupFailedError'
}

/** Our name server knows neither the host nor `OUTBOUND_CANARY`: nothing can be said of the host. */
export class NoPublicNamesError extends Error {
  override name = 'NoPublicNamesError'
}

/** How hosts are looked up and checked. */
export interface AddressGuardOptions {
  /** What may be connected to besides public addresses. */
  allowList: AllowList
  lookup: LookupAddresses
  /** Timeout of a lookup. */
  timeoutMs: number
  /** Whether our name server knows public names at all; left out: it does. Single flight. */
  knowsPublicNames?: (() => Promise<boolean>) | undefined
}

/** Says to which addresses of a host a connection may be made. `hostname`: as in a URL, IPv6 without brackets. */
export interface AddressGuard {
  /**
   * Rejects with a `NoPublicAddressError` when the host has no address or any address is neither public nor allowed, and
   * with a `LookupFailedError` or `NoPublicNamesError` when that cannot be told.
   */
  addressesOf(hostname: string, port: number): Promise<string[]>
  /**
   * What a process behind a proxy connects to directly, because the allowlist names it; null: the proxy is to be asked,
   * also for hosts that only it may know. Rejects as `addressesOf` does.
   */
  addressesBesideProxy(hostname: string, port: number): Promise<string[] | null>
}

export function createAddressGuard({
  allowList,
  lookup,
  timeoutMs,
  knowsPublicNames = () => Promise.resolve(true),
}: AddressGuardOptions): AddressGuard {
  const checkedAddresses = async (hostname: string, port: number): Promise<string[]> => {
    const addresses = isIP(hostname) ? [hostname] : await lookUp(lookup, hostname, timeoutMs)
    const internal = addresses.find(
      (address) => !isPublicAddress(address) && !allowList.allowsAddress(address, port),
    )
    if (internal !== undefined && !allowList.allowsHost(hostname, port))
      throw new NoPublicAddressError(`${hostname} is at ${internal}`)
    return addresses
  }

  return {
    addressesOf: async (hostname, port) => {
      try {
        return await checkedAddresses(hostname, port)
      } catch (cause) {
        // An internal name has the same answer as an unknown one: the difference would tell an account that it exists.
        const mayBePublic = !isIP(hostname) && !isInternalName(hostname)
        if (!mayBePublic || allowList.allowsHost(hostname, port) || (await knowsPublicNames())) throw cause
        throw new NoPublicNamesError(`this network does not know ${hostname}`, { cause })
      }
    },
    addressesBesideProxy: async (hostname, port) => {
      if (allowList.allowsHost(hostname, port)) return checkedAddresses(hostname, port)
      const addresses = await checkedAddresses(hostname, port).catch((error: unknown) => {
        if (error instanceof UnknownHostError || error instanceof LookupFailedError) return []
        throw error
      })
      if (addresses.some((address) => allowList.allowsAddress(address, port))) return addresses
      if (!isIP(hostname) && isInternalName(hostname))
        throw new NoPublicAddressError(`${hostname} is the name of an internal host`)
      return null
    },
  }
}

/**
 * Whether a name is never public: one without a dot, or below a domain for private networks (RFC 6761, 6762 and 8375,
 * and ICANN's `.internal`).
 */
const isInternalName = (hostname: string): boolean =>
  /^[^.]+$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/i.test(hostname.replace(/\.$/, ''))

/** What lookups reject with when no name server answers (c-ares), or none can tell (`getaddrinfo`). */
const noAnswers: ReadonlySet<string> = new Set(['ETIMEOUT', 'EAI_AGAIN'])

async function lookUp(lookup: LookupAddresses, hostname: string, timeoutMs: number): Promise<string[]> {
  const ended = new AbortController()
  try {
    const late = setTimeout(timeoutMs, null, { signal: ended.signal })
    const addresses = await Promise.race([lookup(hostname, ended.signal), late])
    if (addresses === null) throw Object.assign(new Error(`${timeoutMs} ms are over`), { code: 'ETIMEOUT' })
    if (addresses.length > 0) return addresses
    throw new Error('it has none')
  } catch (cause) {
    throw noAnswers.has(codeOf(cause))
      ? new LookupFailedError(`${hostname} could not be looked up`, { cause })
      : new UnknownHostError(`${hostname} has no address`, { cause })
  } finally {
    ended.abort()
  }
}
