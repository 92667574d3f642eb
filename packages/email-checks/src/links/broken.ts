import type { LinkAnswer, LinkFailure } from '../evidence'
import type { Fault, Rule, RuleSource, Severity } from '../rule'
import { shownAddress } from '../shown-address'
import { ownDefault, rfc } from '../sources'
import { answersOfLinks } from './link-answers'

/** Statuses by which servers refuse what is no person; 999 is in no RFC, and some sites answer so. */
const refusals: ReadonlySet<number> = new Set([401, 403, 405, 407, 429, 451])

/** Faults of the network that are not told by `links/redirects`. */
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

const failed = ownDefault('our request to the address')

/** A reader who clicks gets an error. */
export const broken: Rule = {
  name: 'links/broken',
  severity: 'error',
  title: 'A link leads to a page that is not there.',
  sources: [rfc(9110, '15.5'), rfc(9110, '15.6'), failed],
  find: function* (email) {
    for (const [{ address, span }, answer] of answersOfLinks(email)) {
      const fault = faultOf(answer)
      if (fault) yield { what: shownAddress(address), span, ...fault }
    }
  },
}

function faultOf(answer: LinkAnswer): Omit<Fault, 'what' | 'span'> | null {
  if (answer.outcome === 'left_alone') return null
  const { redirects } = answer
  if (answer.outcome === 'failed') {
    const [severity, description] =
      answer.failure === 'port' && redirects > 0 ? redirectsToPort : (failures[answer.failure] ?? [])
    return severity && description ? { severity, description, detail: { redirects }, source: failed } : null
  }
  const { status } = answer
  if (status < 400) return null
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

/** The section about a status; those of RFC 9110 are in the order of the numbers up to 417 and 505. */
function sectionOf(status: number): RuleSource {
  if (status <= 417) return rfc(9110, `15.5.${status - 399}`)
  if (status === 429) return rfc(6585, '4')
  if (status === 451) return rfc(7725, '3')
  if (status < 500) return rfc(9110, '15.5')
  return status <= 505 ? rfc(9110, `15.6.${status - 499}`) : rfc(9110, status < 600 ? '15.6' : '15')
}
