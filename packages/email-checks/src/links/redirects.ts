import type { LinkAnswer } from '../evidence'
import type { Fault, Rule } from '../rule'
import { shownAddress } from '../shown-address'
import { ownDefault, rfc } from '../sources'
import { answersOfLinks } from './link-answers'

/** One for https, one for www and one for a tracker are usual; each costs a reader on the move a second. */
const usual = 3

/** A reader who clicks waits, or gets nowhere. */
export const redirects: Rule = {
  name: 'links/redirects',
  severity: 'error',
  title: 'A link leads through many redirects, or in a circle.',
  sources: [rfc(9110, '15.4'), ownDefault(`more than ${usual} redirects are slow on the move`)],
  find: function* (email) {
    for (const [{ address, span }, answer] of answersOfLinks(email)) {
      const fault = faultOf(answer)
      if (fault) yield { what: shownAddress(address), span, ...fault }
    }
  },
}

function faultOf(answer: LinkAnswer): Omit<Fault, 'what' | 'span'> | null {
  if (answer.outcome === 'left_alone') return null
  const detail = { redirects: answer.redirects }
  if (answer.outcome === 'answered')
    return answer.redirects <= usual
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
