import { lookup as systemLookup, Resolver } from 'node:dns/promises'
import pLimit from 'p-limit'
import { codeOf } from './error-code'

/** All addresses of a host name; rejects when it has none, or when `signal` aborts before the lookup's turn. */
export type LookupAddresses = (hostname: string, signal: AbortSignal) => Promise<string[]>

const queryTimeoutMs = 2_000

/**
 * Looks hosts up in DNS directly, and asks the system's resolver (`getaddrinfo`) only about names that DNS does not
 * know, at most two at a time. The system's resolver knows the hosts file and search domains, but each call occupies
 * one of libuv's few threads, which file access needs too, until the name server answers.
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
