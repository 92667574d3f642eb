import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import type { AllowList } from './allow-list'
import { codeOf } from './error-code'

/** The host has no address, or one that is neither public nor on the allowlist. */
export class NoPublicAddressError extends Error {
  override name = 'NoPublicAddressError'
}

class UnknownHostError extends NoPublicAddressError {
  override name = 'UnknownHostError'
}

/** No name server answered in time: the host may have an address. */
export class LookupFailedError extends Error {
  override name = 'LookupFailedError'
}

/** The host may exist: our name server knows no public names, not even `OUTBOUND_CANARY`. */
export class NoPublicNamesError extends Error {
  override name = 'NoPublicNamesError'
}

/** Rejects when the name has no address, or `signal` aborts while the lookup waits. */
export type LookupAddresses = (hostname: string, signal: AbortSignal) => Promise<string[]>

export interface AddressGuardOptions {
  allowList: AllowList
  lookup: LookupAddresses
  timeoutMs: number
  /** Whether our name server knows any public names; true when left out. */
  knowsPublicNames?: (() => Promise<boolean>) | undefined
}

/**
 * Both take a `hostname` as in a URL, IPv6 without brackets, and reject with a `NoPublicAddressError`,
 * `LookupFailedError` or `NoPublicNamesError`.
 */
export interface AddressGuard {
  addressesOf(hostname: string, port: number): Promise<string[]>
  /**
   * For a network with a proxy. Resolves to addresses only if the allowlist names the host or one of them; null: ask
   * the proxy, which may know hosts that our name server does not.
   */
  directAddresses(hostname: string, port: number): Promise<string[] | null>
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
        // An internal name gets the same answer as an unknown one: the difference would tell an account that it exists.
        const mayBePublic = !isIP(hostname) && !isInternalName(hostname)
        if (!mayBePublic || allowList.allowsHost(hostname, port) || (await knowsPublicNames())) throw cause
        throw new NoPublicNamesError(`this network does not know ${hostname}`, { cause })
      }
    },
    directAddresses: async (hostname, port) => {
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

/** Has no dot, or is below a domain for private networks (RFC 6761, 6762 and 8375, and ICANN's `.internal`). */
const isInternalName = (hostname: string): boolean =>
  /^[^.]+$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/i.test(hostname.replace(/\.$/, ''))

/** The only public part of IPv6 (RFC 4291 §2.4, IANA's registry of global unicast addresses). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Follows IANA's special-purpose registries. IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo)
 * never count as public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

/** No name server answered: codes of c-ares and of `getaddrinfo`. */
const noAnswers: ReadonlySet<string> = new Set(['ETIMEOUT', 'EAI_AGAIN'])

async function lookUp(lookup: LookupAddresses, hostname: string, timeoutMs: number): Promise<string[]> {
  const ended = new AbortController()
  try {
    const timeout = setTimeout(timeoutMs, null, { signal: ended.signal })
    const addresses = await Promise.race([lookup(hostname, ended.signal), timeout])
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
