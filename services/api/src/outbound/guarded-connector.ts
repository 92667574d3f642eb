import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressGuard } from './address-guard'

export interface ConnectorOptions {
  timeoutMs: number
  /** PEM certificates to trust instead of the system's. */
  ca?: string | undefined
}

/** Connects to the checked addresses: a second lookup could give others (DNS rebinding). */
export function createGuardedConnector(
  guard: AddressGuard,
  connectorOptions: ConnectorOptions,
): buildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    guard.addressesOf(options.hostname, port).then(
      (addresses) => createPinnedConnector(addresses, connectorOptions)(options, callback),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

export const createPinnedConnector = (
  addresses: readonly string[],
  { timeoutMs, ca }: ConnectorOptions,
): buildConnector.connector =>
  buildConnector({
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    // Certificates are verified even when NODE_TLS_REJECT_UNAUTHORIZED is 0.
    rejectUnauthorized: true,
    timeout: timeoutMs,
    ...(ca === undefined ? {} : { ca }),
  })

const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) callback(null, answers)
    else callback(null, answers[0]?.address ?? '', answers[0]?.family)
  }
