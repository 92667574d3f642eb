import { shownAddress } from '../shown-address'
import type { Rule } from '../rule'
import { linksOf } from './link'

/** Schemes that mail programs open. */
const knownSchemes = /^(?:https?|mailto|tel|sms|cid|webcal|geo|maps|facetime(?:-audio)?|whatsapp|data):/i

/** An address without a scheme is looked for in the email client itself. */
export const malformed: Rule = {
  name: 'links/malformed',
  severity: 'error',
  title: 'The address of a link is no web address.',
  sources: [{ title: 'URL Standard', url: 'https://url.spec.whatwg.org/#url-writing' }],
  find: function* ({ html }) {
    const base = html?.named('base').some((element) => element.attrs.some(({ name }) => name === 'href'))
    for (const { address, span } of linksOf(html)) {
      if (address === '' || address.startsWith('#') || /^javascript:/i.test(address)) continue
      const description = fault(address, base === true)
      if (description !== null) yield { what: shownAddress(address), span, description }
    }
  },
}

function fault(address: string, hasBase: boolean): string | null {
  if (/^https?:/i.test(address)) {
    if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return 'It is not a valid address.'
    return /^https?:\/\/[^/?#]*https?:?\/\//i.test(address) ? 'The scheme is written twice.' : null
  }
  if (knownSchemes.test(address) || /^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return null
  if (hasBase) return null
  return address.startsWith('//')
    ? 'It has no scheme, and an email has none of its own.'
    : 'It is relative, and an email has no address of its own.'
}
