import { isIP, type LookupFunction } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { buildConnector } from 'undici'
import type { AllowList } from './allow-list'
import { codeOf } from './error-code'
import { isPublicAddress } from './is-public-address'
import type { LookupAddresses } from './lookup-addresses'

/** The host has no address, or one that is neither public nor on the allowlist. */
export class NoPublicAddressError extends Error {
  override name = 'NoPublicAddressError'
}

/** No name server told in time whether the host has an address: it may have one. */
export class LookupFailedError extends Error {
  override name = 'LookupFailedError'
}

/** How connections are checked and opened. */
export interface GuardedConnectorOptions {
  /** What may be connected to besides public addresses. */
  allowList: AllowList
  lookup: LookupAddresses
  /** Timeout of the lookup, and again of the connection. */
  timeoutMs: number
  /** PEM certificates to trust instead of the system's. */
  ca?: string
}

/**
 * Makes the connector of an undici `Agent`. Each new connection looks its host up, fails with a `NoPublicAddressError`
 * when the host has no address or any address is neither public nor allowed, with a `LookupFailedError` when that cannot
 * be told, and connects only to the checked
 * addresses: a second lookup could give others (DNS rebinding).
 */
export function createGuardedConnector({
  allowList,
  lookup,
  timeoutMs,
  ca,
}: GuardedConnectorOptions): buildConnector.connector {
  const checkedAddresses = async (hostname: string, port: number): Promise<string[]> => {
    const addresses = isIP(hostname) ? [hostname] : await lookUp(lookup, hostname, timeoutMs)
    const internal = addresses.find(
      (address) => !isPublicAddress(address) && !allowList.allowsAddress(address, port),
    )
    if (internal !== undefined && !allowList.allowsHost(hostname, port))
      throw new NoPublicAddressError(`${hostname} is at ${internal}`)
    return addresses
  }

  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    checkedAddresses(options.hostname, port).then(
      (addresses) => {
        const connect = buildConnector({
          lookup: lookupOf(addresses),
          autoSelectFamily: true,
          // Certificates are verified even when NODE_TLS_REJECT_UNAUTHORIZED is 0.
          rejectUnauthorized: true,
          timeout: timeoutMs,
          port,
          ...(ca === undefined ? {} : { ca }),
        })
        connect(options, callback)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

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
      : new NoPublicAddressError(`${hostname} has no address`, { cause })
  } finally {
    ended.abort()
  }
}

/** A `lookup` for `net.connect` that answers with these addresses and asks no resolver. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) callback(null, answers)
    else callback(null, answers[0]?.address ?? '', answers[0]?.family)
  }
