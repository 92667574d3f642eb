import { lookup as systemLookup, Resolver } from 'node:dns/promises'
import pLimit from 'p-limit'
import type { LookupAddresses } from './address-guard'
import { codeOf } from './error-code'

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
    const timedOut = answers.find(
      (answer) => answer.status === 'rejected' && codeOf(answer.reason) === 'ETIMEOUT',
    )
    if (timedOut?.status === 'rejected') throw timedOut.reason
    const systemAnswers = await systemLimit(() => {
      signal.throwIfAborted()
      return systemLookup(hostname, { all: true })
    })
    return systemAnswers.map(({ address }) => address)
  }
}
