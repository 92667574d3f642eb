import type { CheckedEmail } from '../checked-email'
import type { LinkAnswer } from '../evidence'
import { shownAddress } from '../shown-address'
import { addressesBeyond, linksOf, webAddress, type Link } from './link'

/** Each link of an email of which something was measured, with what became of it. */
export function* answersOfLinks({ html, evidence }: CheckedEmail): Generator<[Link, LinkAnswer]> {
  const answers = evidence.links?.result
  if (!answers) return
  for (const link of linksOf(html)) {
    const url = webAddress(link)
    if (url === null) continue
    url.hash = ''
    const answer = answers.get(url.href)
    if (answer) yield [link, answer]
  }
}

/** Links left alone that are listed. */
const maxListed = 50

/** How many links there are, how many addresses were asked, and which were left alone and why. */
export function linkFacts({ html, evidence }: CheckedEmail): Readonly<Record<string, unknown>> {
  const links = linksOf(html).length + addressesBeyond(html).length
  const answers = evidence.links?.result
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
