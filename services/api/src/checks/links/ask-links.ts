import { setMaxListeners } from 'node:events'
import type { LinkAnswer } from '@pas/email-checks/measurements'
import { whyLeftAlone } from '@pas/email-checks/links/left-alone'
import { namedByHeader, unsubscribeKeyOf, type LinksToAsk } from '@pas/email-checks/links/links-to-ask'
import type { Clock } from '@pas/runtime/clock'
import { createFairQueue, type FairLine, type FairQueue } from '@pas/runtime/fair-queue'
import { linkAsked } from '../../events'
import { getDomain } from 'tldts'
import type { AllowList } from '../../outbound/allow-list'
import type { OutboundNetwork } from '../../outbound/outbound-network'
import { untilAborted } from '../../outbound/outbound-request'
import { createOutboundRoutes, type HeldRoute } from '../../outbound/outbound-routes'
import { askLink, TooManyRequestsError, type AskLinkDeps } from './ask-link'
import { createKeptAnswers } from './kept-answers'

/** Never rejects: a link not answered in time is `failed`. The map also has the addresses that are left alone. */
export type AskLinks = (
  accountId: number,
  links: LinksToAsk,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, LinkAnswer>>

export interface LinkLimits {
  /** At a time, per process. */
  maxConcurrent: number
  maxPerAccount: number
  maxPerEmail: number
  /** Maximum of requests at a time to one site, and to one address. */
  maxPerPlace: number
  /** Maximum per email, redirects and second tries included. */
  maxRequests: number
  /** Time for each lookup and each request. */
  timeoutMs: number
  /** Time for all links of an email, waits included. */
  togetherMs: number
  maxRedirects: number
  keptMs: number
  maxKept: number
}

const defaultLimits: LinkLimits = {
  maxConcurrent: 64,
  maxPerAccount: 24,
  maxPerEmail: 20,
  maxPerPlace: 4,
  maxRequests: 300,
  timeoutMs: 5_000,
  togetherMs: 20_000,
  maxRedirects: 10,
  keptMs: 10 * 60_000,
  maxKept: 5_000,
}

export function createLinkAsker({
  linkAllow,
  followTrackers,
  clock,
  limits: givenLimits,
  ...network
}: {
  linkAllow: AllowList
  followTrackers: boolean
  clock: Clock
  limits?: Partial<LinkLimits>
} & OutboundNetwork): AskLinks {
  const limits = { ...defaultLimits, ...givenLimits }
  const routes = createOutboundRoutes({ allowList: linkAllow, timeoutMs: limits.timeoutMs, ...network })
  const accounts = createFairQueue(limits)
  const runAtSites = createPlaceQueues(limits.maxPerPlace)
  const runAtAddresses = createPlaceQueues(limits.maxPerPlace)
  const keptAnswers = createKeptAnswers({ clock, keptMs: limits.keptMs, maxAnswers: limits.maxKept })

  /** Behind a proxy the addresses are not known, so only the site's requests are limited. */
  const inTurnOf =
    (accountId: number, signal: AbortSignal): AskLinkDeps['inTurn'] =>
    (url, work) =>
      runAtSites(
        [siteOf(url)],
        accountId,
        async () => {
          const route = await holdUntilAborted(routes.hold(url), signal)
          try {
            return await runAtAddresses(route.addresses, accountId, () => work(route), signal)
          } finally {
            route.release()
          }
        },
        signal,
      )

  return async (accountId, { ask, leftAlone, inHeader }, signal) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(limits.togetherMs)])
    // Each waiting link adds a listener.
    setMaxListeners(0, ended)
    const reasons = new Map(leftAlone)
    const headerKeys = new Set(inHeader)
    const siteLineOf = openSiteLines(limits)
    const accountLine = accounts.open(accountId, limits.maxPerEmail)
    let requestsLeft = limits.maxRequests
    const deps: AskLinkDeps = {
      inTurn: inTurnOf(accountId, ended),
      spend: () => {
        if (requestsLeft === 0) throw new TooManyRequestsError()
        requestsLeft--
      },
      whyLeftAlone: (url: URL) =>
        reasons.get(url.href) ??
        (headerKeys.has(unsubscribeKeyOf(url)) ? namedByHeader : whyLeftAlone(url, '', { followTrackers })),
      timeoutMs: limits.timeoutMs,
      maxRedirects: limits.maxRedirects,
      signal: ended,
    }
    const findAnswer = async (address: string): Promise<LinkAnswer> => {
      const kept = keptAnswers.get(accountId, address)
      if (kept) return kept
      const answer = await siteLineOf(address)
        .run(() => accountLine.run(() => askLink(address, deps), ended), ended)
        .catch((): LinkAnswer => ({ outcome: 'failed', failure: 'not_in_time', redirects: 0 }))
      linkAsked(answer)
      if (!ended.aborted && isAboutLink(answer)) keptAnswers.keep(accountId, address, answer)
      return answer
    }
    const asked = await Promise.all(ask.map(async (address) => [address, await findAnswer(address)] as const))
    const others = leftAlone.map(([address, reason]) => [address, { outcome: 'left_alone', reason }] as const)
    return new Map<string, LinkAnswer>([...asked, ...others])
  }
}

/** Runs `work` when the account has a place in all queues. Rejects as `FairLine.run` does. */
type RunAtPlaces = <Answer>(
  places: readonly string[],
  accountId: number,
  work: () => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>

/**
 * A queue for each site or address, of which this process asks `maxPerPlace` at once. Places are taken in sorted order,
 * so that no two pieces of work wait for each other.
 */
function createPlaceQueues(maxPerPlace: number): RunAtPlaces {
  const limits = { maxConcurrent: maxPerPlace, maxPerAccount: maxPerPlace }
  const queues = new Map<string, { queue: FairQueue; users: number }>()

  const runAtPlace = async <Answer>(
    place: string,
    accountId: number,
    work: () => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> => {
    const entry = queues.get(place) ?? { queue: createFairQueue(limits), users: 0 }
    queues.set(place, entry)
    entry.users++
    try {
      return await entry.queue.open(accountId, maxPerPlace).run(work, signal)
    } finally {
      entry.users--
      if (entry.users === 0) queues.delete(place)
    }
  }

  const runAtSorted: RunAtPlaces = ([place, ...others], accountId, work, signal) =>
    place === undefined
      ? work()
      : runAtPlace(place, accountId, () => runAtSorted(others, accountId, work, signal), signal)

  return (places, accountId, work, signal) => runAtSorted([...places].sort(), accountId, work, signal)
}

/** The registrable domain, or the host itself, as for an IP address. */
const siteOf = ({ hostname }: URL): string => getDomain(hostname) ?? hostname

/** Releases a route that comes after `signal` has aborted. */
async function holdUntilAborted(holding: Promise<HeldRoute>, signal: AbortSignal): Promise<HeldRoute> {
  try {
    return await untilAborted(holding, signal)
  } catch (error) {
    holding.then(
      (late) => late.release(),
      () => undefined,
    )
    throw error
  }
}

/** The sites of an email share its places as accounts do, so that a slow site does not hold up the others. */
function openSiteLines({ maxPerEmail, maxPerPlace }: LinkLimits): (address: string) => FairLine {
  const queue = createFairQueue({ maxConcurrent: maxPerEmail, maxPerAccount: maxPerPlace })
  const lines = new Map<string, FairLine>()
  return (address) => {
    const site = siteOf(new URL(address))
    const line = lines.get(site) ?? queue.open(lines.size, maxPerPlace)
    lines.set(site, line)
    return line
  }
}

/** Not about this network or the email's other links. */
const isAboutLink = (answer: LinkAnswer): boolean =>
  answer.outcome !== 'failed' || !['no_public_names', 'too_many_requests'].includes(answer.failure)
