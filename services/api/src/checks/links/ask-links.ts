import { setMaxListeners } from 'node:events'
import type { LinkAnswer } from '@pas/email-checks/evidence'
import { whyLeftAlone } from '@pas/email-checks/links/left-alone'
import { namedByHeader, unsubscribeKeyOf, type LinksToAsk } from '@pas/email-checks/links/links-to-ask'
import type { Clock } from '@pas/runtime/clock'
import { createFairQueue, type FairLine } from '@pas/runtime/fair-queue'
import { linkAsked } from '../../events'
import type { AllowList } from '../../outbound/allow-list'
import type { LookupAddresses } from '../../outbound/lookup-addresses'
import { createOutboundRequest } from '../../outbound/outbound-request'
import { askLink } from './ask-link'
import { createHostTurns } from './host-turns'
import { createKeptAnswers } from './kept-answers'

/**
 * Asks the links of an account's email. The answers are of every address, also of those left alone. Never rejects: what
 * is not answered in time, or when `signal` aborts, is `failed`.
 */
export type AskLinks = (
  accountId: number,
  links: LinksToAsk,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, LinkAnswer>>

/** How gently links are asked. */
export interface LinkLimits {
  /** Links of all emails of a process that are asked at a time. */
  maxConcurrent: number
  maxPerAccount: number
  maxPerEmail: number
  /** Links of one host, of all emails of a process; also those that others redirect to. */
  maxPerHost: number
  /** Time for each request. */
  timeoutMs: number
  /** Time for all links of an email, from the first one's wait for its turn on. */
  togetherMs: number
  maxRedirects: number
  /** For how long an account's answers are kept. */
  keptMs: number
  /** Answers that a process keeps. An address has at most 8,000 characters, most have a hundred. */
  maxKept: number
}

const defaultLimits: LinkLimits = {
  maxConcurrent: 64,
  maxPerAccount: 24,
  maxPerEmail: 20,
  maxPerHost: 4,
  timeoutMs: 5_000,
  togetherMs: 20_000,
  maxRedirects: 10,
  keptMs: 10 * 60_000,
  maxKept: 5_000,
}

/** Makes the function that asks links, within `limits`. `lookup` and `ca` replace the system's resolver and certificates. */
export function createLinkAsker({
  linkAllow,
  followTrackers,
  clock,
  limits: givenLimits,
  ...resolution
}: {
  /** What may be asked besides public addresses. */
  linkAllow: AllowList
  /** Whether click trackers are asked, too. */
  followTrackers: boolean
  clock: Clock
  lookup?: LookupAddresses
  ca?: string
  limits?: Partial<LinkLimits>
}): AskLinks {
  const limits = { ...defaultLimits, ...givenLimits }
  const request = createOutboundRequest({ allowList: linkAllow, timeoutMs: limits.timeoutMs, ...resolution })
  const accounts = createFairQueue(limits)
  const hosts = createHostTurns(limits.maxPerHost)
  const keptAnswers = createKeptAnswers({ clock, keptMs: limits.keptMs, maxAnswers: limits.maxKept })

  return async (accountId, { ask, leftAlone, inHeader }, signal) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(limits.togetherMs)])
    // Each link that waits for its turn listens.
    setMaxListeners(0, ended)
    const reasons = new Map(leftAlone)
    const headerKeys = new Set(inHeader)
    const lineOf = linesOfHosts(limits)
    const share = accounts.open(accountId, limits.maxPerEmail)
    const deps = {
      request,
      inTurn: <Answer>(host: string, work: () => Promise<Answer>) => hosts(host, accountId, work, ended),
      whyLeftAlone: (url: URL) =>
        reasons.get(url.href) ??
        (headerKeys.has(unsubscribeKeyOf(url)) ? namedByHeader : whyLeftAlone(url, '', { followTrackers })),
      timeoutMs: limits.timeoutMs,
      maxRedirects: limits.maxRedirects,
      signal: ended,
    }
    const answerOf = async (address: string): Promise<LinkAnswer> => {
      const kept = keptAnswers.get(accountId, address)
      if (kept) return kept
      const answer = await lineOf(address)
        .run(() => share.run(() => askLink(address, deps), ended), ended)
        .catch((): LinkAnswer => ({ outcome: 'failed', failure: 'not_in_time', redirects: 0 }))
      linkAsked(answer)
      if (!ended.aborted) keptAnswers.keep(accountId, address, answer)
      return answer
    }
    const asked = await Promise.all(ask.map(async (address) => [address, await answerOf(address)] as const))
    const alone = leftAlone.map(([address, reason]) => [address, { outcome: 'left_alone', reason }] as const)
    return new Map<string, LinkAnswer>([...asked, ...alone])
  }
}

/**
 * The places of one email, shared by its hosts as a queue's places are by accounts: a slow host then does not keep the
 * others' links waiting.
 */
function linesOfHosts({ maxPerEmail, maxPerHost }: LinkLimits): (address: string) => FairLine {
  const queue = createFairQueue({ maxConcurrent: maxPerEmail, maxPerAccount: maxPerHost })
  const lines = new Map<string, FairLine>()
  return (address) => {
    const { host } = new URL(address)
    const line = lines.get(host) ?? queue.open(lines.size, maxPerHost)
    lines.set(host, line)
    return line
  }
}
