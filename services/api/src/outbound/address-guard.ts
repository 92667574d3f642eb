import { lookup as systemLookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import pLimit from 'p-limit'
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
 * `hostname` is as in a URL, IPv6 without brackets. Rejects with a `NoPublicAddressError`, `LookupFailedError` or
 * `NoPublicNamesError`.
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

const queryTimeoutMs = 2_000

/**
 * DNS first; the system's resolver (hosts file, search domains) only for unknown names: each of its calls occupies one
 * of libuv's few threads, which file access needs too.
 */
export function createLookup(): LookupAddresses {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 1 })
  const systemLimit = pLimit(2)

  return async (hostname, signal) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const stalled = answers.find(
      (answer) => answer.status === 'rejected' && codeOf(answer.reason) === 'ETIMEOUT',
    )
    if (stalled?.status === 'rejected') throw stalled.reason
    const found = await systemLimit(() => {
      signal.throwIfAborted()
      return systemLookup(hostname, { all: true })
    })
    return found.map(({ address }) => address)
  }
}

/** Ports that browsers refuse, because other protocols answer there (WHATWG Fetch, "bad port"). */
const badPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Removes the fragment. Null for another scheme than http(s), user info, or a port that browsers refuse. */
export function outboundUrl(text: string, baseUrl?: URL): URL | null {
  if (!URL.canParse(text, baseUrl?.href)) return null
  const url = new URL(text, baseUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.username !== '' || url.password !== '') return null
  if (url.port !== '' && badPorts.has(Number(url.port))) return null
  url.hash = ''
  return url
}
