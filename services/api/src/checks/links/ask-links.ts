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

/** Never rejects: what is not answered in time is `failed`. Has an answer for every address, also those left alone. */
export type AskLinks = (
  accountId: number,
  links: LinksToAsk,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, LinkAnswer>>

export interface LinkLimits {
  /** Links of a process at a time. */
  maxConcurrent: number
  maxPerAccount: number
  maxPerEmail: number
  /** Maximum of requests to one site, and to one address. */
  maxPerPlace: number
  /** Maximum per email, with redirects and second tries. */
  maxRequests: number
  /** Time for each lookup and each request. */
  timeoutMs: number
  /** Time for all links of an email, with their waits. */
  togetherMs: number
  maxRedirects: number
  keptMs: number
  /** Most addresses have a hundred characters, some 8,000. */
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
  const sites = createPlaceTurns(limits.maxPerPlace)
  const addresses = createPlaceTurns(limits.maxPerPlace)
  const keptAnswers = createKeptAnswers({ clock, keptMs: limits.keptMs, maxAnswers: limits.maxKept })

  /** Behind a proxy the addresses are not known, so only the site's turn counts. */
  const turnsOf =
    (accountId: number, signal: AbortSignal): AskLinkDeps['inTurn'] =>
    (url, work) =>
      sites(
        [siteOf(url)],
        accountId,
        async () => {
          const route = await heldUntilAborted(routes.hold(url), signal)
          try {
            return await addresses(route.addresses, accountId, () => work(route), signal)
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
    const lineOf = linesOfSites(limits)
    const share = accounts.open(accountId, limits.maxPerEmail)
    let requestsLeft = limits.maxRequests
    const deps: AskLinkDeps = {
      inTurn: turnsOf(accountId, ended),
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
    const answerOf = async (address: string): Promise<LinkAnswer> => {
      const kept = keptAnswers.get(accountId, address)
      if (kept) return kept
      const answer = await lineOf(address)
        .run(() => share.run(() => askLink(address, deps), ended), ended)
        .catch((): LinkAnswer => ({ outcome: 'failed', failure: 'not_in_time', redirects: 0 }))
      linkAsked(answer)
      if (!ended.aborted && saysSomething(answer)) keptAnswers.keep(accountId, address, answer)
      return answer
    }
    const asked = await Promise.all(ask.map(async (address) => [address, await answerOf(address)] as const))
    const alone = leftAlone.map(([address, reason]) => [address, { outcome: 'left_alone', reason }] as const)
    return new Map<string, LinkAnswer>([...asked, ...alone])
  }
}

/** The registrable domain, or the host itself, as for an IP address. */
const siteOf = ({ hostname }: URL): string => getDomain(hostname) ?? hostname

/** Answers about the link, not about this network or the email's other links. */
const saysSomething = (answer: LinkAnswer): boolean =>
  answer.outcome !== 'failed' || !['no_public_names', 'too_many_requests'].includes(answer.failure)

async function heldUntilAborted(holding: Promise<HeldRoute>, signal: AbortSignal): Promise<HeldRoute> {
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

/** An email's sites share its places, so that a slow site does not hold up the others. */
function linesOfSites({ maxPerEmail, maxPerPlace }: LinkLimits): (address: string) => FairLine {
  const queue = createFairQueue({ maxConcurrent: maxPerEmail, maxPerAccount: maxPerPlace })
  const lines = new Map<string, FairLine>()
  return (address) => {
    const site = siteOf(new URL(address))
    const line = lines.get(site) ?? queue.open(lines.size, maxPerPlace)
    lines.set(site, line)
    return line
  }
}

/** Waits for the account's turn at all places. Rejects as `FairLine.run` does. */
type PlaceTurns = <Answer>(
  places: readonly string[],
  accountId: number,
  work: () => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>

/**
 * This process asks a place (a site or an address) `maxPerPlace` times at once. Places are taken in one order, so that
 * no two pieces of work wait for each other.
 */
function createPlaceTurns(maxPerPlace: number): PlaceTurns {
  const places = new Map<string, { queue: FairQueue; users: number }>()
  const atPlace = async <Answer>(
    place: string,
    accountId: number,
    work: () => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> => {
    const limits = { maxConcurrent: maxPerPlace, maxPerAccount: maxPerPlace }
    const turns = places.get(place) ?? { queue: createFairQueue(limits), users: 0 }
    places.set(place, turns)
    turns.users++
    try {
      return await turns.queue.open(accountId, maxPerPlace).run(work, signal)
    } finally {
      turns.users--
      if (turns.users === 0) places.delete(place)
    }
  }
  return (wanted, accountId, work, signal) =>
    [...wanted].sort().reduce((next, place) => () => atPlace(place, accountId, next, signal), work)()
}
