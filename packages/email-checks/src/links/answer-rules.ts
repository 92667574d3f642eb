import type { CheckedEmail } from '../checked-email'
import type { LinkAnswer, LinkFailure } from '../measurements'
import type { Finding, Rule, RuleSource, Severity } from '../rule'
import { shownAddress } from '../shown-address'
import { ownDefault, rfc } from '../sources'
import { addressesBeyond, linksOf, webAddress } from './link'

const refusals: ReadonlySet<number> = new Set([401, 403, 405, 407, 429, 451])

/** Failures that `links/redirects` does not report. */
const failures: Readonly<Partial<Record<LinkFailure, readonly [Severity, string]>>> = {
  url: ['warning', 'It redirects to what is no valid address.'],
  port: ['error', 'Browsers do not open the port of the address: another protocol answers there.'],
  no_public_address: ['error', 'The host has no public address.'],
  lookup: ['warning', 'No name server told where the host is; it may be there.'],
  certificate: ['error', 'The certificate of the host is not valid, and browsers warn of it.'],
  connection: ['warning', 'The connection was refused or broken off, by the server or on the way to it.'],
  too_slow: ['warning', 'The server did not answer in 5 seconds.'],
  not_in_time: ['note', 'It was not answered in the time for all links of the email.'],
  too_many_requests: ['warning', 'It was not asked to its end: one email has 300 requests for its links.'],
}

const redirectsToPort = ['warning', 'It redirects to an address whose port browsers do not open.'] as const

const ourRequest = ownDefault('our request to the address')

export const broken: Rule = {
  name: 'links/broken',
  severity: 'error',
  title: 'A link leads to a page that is not there.',
  sources: [rfc(9110, '15.5'), rfc(9110, '15.6'), ourRequest],
  find: (email) => findingsOfAnswers(email, brokenBy),
}

type FindingOfAnswer = Omit<Finding, 'what' | 'span'> | null

function brokenBy(answer: LinkAnswer): FindingOfAnswer {
  if (answer.outcome === 'left_alone') return null
  const { redirects } = answer
  if (answer.outcome === 'failed') {
    const [severity, description] =
      answer.failure === 'port' && redirects > 0 ? redirectsToPort : (failures[answer.failure] ?? [])
    return severity && description
      ? { severity, description, detail: { redirects }, source: ourRequest }
      : null
  }
  const { status } = answer
  if (status < 400) return null
  // Some sites answer 999 to programs; it is in no RFC.
  const isRefusal = refusals.has(status) || status >= 600
  return {
    description: isRefusal
      ? `The address answers ${status} to a program, so it cannot be told whether it is there for people.`
      : `The address answers ${status}.`,
    ...(isRefusal && { severity: 'note' }),
    detail: { status, redirects },
    source: sectionOf(status),
  }
}

/** RFC 9110 numbers its sections in the order of the statuses, up to 417 and 505. */
function sectionOf(status: number): RuleSource {
  if (status <= 417) return rfc(9110, `15.5.${status - 399}`)
  if (status === 429) return rfc(6585, '4')
  if (status === 451) return rfc(7725, '3')
  if (status < 500) return rfc(9110, '15.5')
  return status <= 505 ? rfc(9110, `15.6.${status - 499}`) : rfc(9110, status < 600 ? '15.6' : '15')
}

/** One for https, one for www, one for a tracker. */
const usualRedirects = 3

export const redirects: Rule = {
  name: 'links/redirects',
  severity: 'error',
  title: 'A link leads through many redirects, or in a circle.',
  sources: [rfc(9110, '15.4'), ownDefault(`more than ${usualRedirects} redirects are slow on the move`)],
  find: (email) => findingsOfAnswers(email, redirectedBy),
}

function redirectedBy(answer: LinkAnswer): FindingOfAnswer {
  if (answer.outcome === 'left_alone') return null
  const detail = { redirects: answer.redirects }
  if (answer.outcome === 'answered')
    return answer.redirects <= usualRedirects
      ? null
      : {
          severity: 'warning',
          description: `It redirects ${answer.redirects} times.`,
          detail: { status: answer.status, ...detail },
        }
  if (answer.failure === 'redirect_loop') return { description: 'It redirects in a circle.', detail }
  if (answer.failure === 'cookie_loop')
    return {
      severity: 'note',
      description:
        'It redirects in a circle a program that keeps no cookies, so it cannot be told for people.',
      detail,
    }
  if (answer.failure !== 'too_many_redirects') return null
  return {
    severity: 'warning',
    description: `It redirects more than ${answer.redirects} times.`,
    detail,
  }
}

function* findingsOfAnswers(
  { html, measurements }: CheckedEmail,
  findingOf: (answer: LinkAnswer) => FindingOfAnswer,
): Generator<Finding> {
  const answers = measurements.links?.result
  if (!answers) return
  for (const link of linksOf(html)) {
    const url = webAddress(link)
    if (url === null) continue
    url.hash = ''
    const answer = answers.get(url.href)
    const finding = answer && findingOf(answer)
    if (finding) yield { what: shownAddress(link.address), span: link.span, ...finding }
  }
}

const maxListed = 50

export function linkFacts({ html, measurements }: CheckedEmail): Readonly<Record<string, unknown>> {
  const links = linksOf(html).length + addressesBeyond(html).length
  const answers = measurements.links?.result
  if (!answers) return { links }
  const leftAlone = [...answers].flatMap(([address, answer]) =>
    answer.outcome === 'left_alone' ? [{ address: shownAddress(address), reason: answer.reason }] : [],
  )
  return {
    links,
    asked: answers.size - leftAlone.length,
    left_alone: leftAlone.length,
    left_alone_links: leftAlone.slice(0, maxListed),
  }
}
