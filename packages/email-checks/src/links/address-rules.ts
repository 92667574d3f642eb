import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { Rule } from '../rule'
import { shownAddress } from '../shown-address'
import { htmlStandard, rfc } from '../sources'
import { decodeIfValid } from './folded-words'
import { fixToHttps, linksOf, webAddress } from './link'

export const empty: Rule = {
  name: 'links/empty',
  severity: 'error',
  title: 'A link leads nowhere.',
  sources: [htmlStandard('links', 'attr-hyperlink-href')],
  find: function* ({ html }) {
    for (const { address, span } of linksOf(html)) {
      if (!/^(?:#?|javascript:.*)$/is.test(address)) continue
      yield {
        what: `href="${address.slice(0, 40)}"`,
        span,
        description: address === '' ? 'The address is empty.' : `The address is "${address.slice(0, 40)}".`,
      }
    }
  },
}

const knownSchemes = /^(?:https?|mailto|tel|sms|cid|webcal|geo|maps|facetime(?:-audio)?|whatsapp|data):/i

export const malformed: Rule = {
  name: 'links/malformed',
  severity: 'error',
  title: 'The address of a link is no web address.',
  sources: [{ title: 'URL Standard', url: 'https://url.spec.whatwg.org/#url-writing' }],
  find: function* ({ html }) {
    const hasBase = html?.named('base').some((element) => element.attrs.some(({ name }) => name === 'href'))
    for (const { address, span } of linksOf(html)) {
      if (address === '' || address.startsWith('#') || /^javascript:/i.test(address)) continue
      const description = whyMalformed(address, hasBase === true)
      if (description !== null) yield { what: shownAddress(address), span, description }
    }
  },
}

function whyMalformed(address: string, hasBase: boolean): string | null {
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

export const missingAnchor: Rule = {
  name: 'links/missing-anchor',
  severity: 'warning',
  title: 'A link within the email leads to nothing.',
  sources: [htmlStandard('browsing-the-web', 'scroll-to-fragid')],
  find: function* ({ html }) {
    const anchors = new Set(
      (html?.elements ?? []).flatMap((element) => [
        findAttribute(element, 'id'),
        findAttribute(element, 'name'),
      ]),
    )
    for (const { address, span } of linksOf(html)) {
      if (!/^#./.test(address) || /^#top$/i.test(address)) continue
      if (anchors.has(decodeIfValid(address.slice(1)))) continue
      yield { what: address.slice(0, 80), span, description: 'No element has this id or name.' }
    }
  },
}

export const linkHttp: Rule = {
  name: 'links/http',
  severity: 'warning',
  title: 'A link leads to an address without encryption.',
  sources: [
    {
      title: 'OWASP: Transport Layer Security',
      url: 'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    },
  ],
  find: function* ({ html }) {
    for (const link of linksOf(html)) {
      const address = webAddress(link)
      if (address?.protocol !== 'http:') continue
      const { span } = link
      yield {
        // Links to one server are mended together.
        what: address.origin,
        span,
        description: 'The link leads to http.',
        ...fixToHttps(html, span, 'Leads to https. The server must answer there.'),
      }
    }
  },
}

/** What people write, not all that RFC 5322 allows. */
const addressee =
  /^[^\s@,;:<>()[\]\\"]+@(?:[a-z0-9\u0080-\uffff](?:[a-z0-9\u0080-\uffff-]*[a-z0-9\u0080-\uffff])?\.)+[a-z\u0080-\uffff]{2,}$/i

/** 64 before the `@` and 255 after it (RFC 5321 §4.5.3.1). */
const maxAddresseeLength = 320

const isAddressee = (text: string): boolean => text.length <= maxAddresseeLength && addressee.test(text)

export const mailto: Rule = {
  name: 'links/mailto',
  severity: 'error',
  title: 'A mailto link has no valid address.',
  sources: [rfc(6068, '2')],
  find: function* ({ html }) {
    for (const { address, span } of linksOf(html)) {
      if (!/^mailto:/i.test(address)) continue
      const [to = '', query = ''] = address.slice('mailto:'.length).split(/\?(.*)/s)
      const addressees = to.split(',').filter((one) => one !== '')
      // `mailto:?subject=…` lets the reader choose to whom, and `to=` is one more place for it.
      const isEmpty = addressees.length === 0 && query === ''
      const wrong = addressees.find((one) => !isAddressee(decodeIfValid(one).trim()))
      if (!isEmpty && wrong === undefined) continue
      yield {
        what: address.slice(0, 200),
        span,
        description: isEmpty
          ? 'There is no address after mailto:.'
          : `"${(wrong ?? '').slice(0, 80)}" is no email address.`,
      }
    }
  },
}

const phoneNumber = /^\+?[A-F*#().\- ]*[0-9][0-9A-F*#().\- ]*(?:[;,].*)?$/i

const maxNumberLength = 100

export const tel: Rule = {
  name: 'links/tel',
  severity: 'error',
  title: 'A tel link has no valid number.',
  sources: [rfc(3966, '3')],
  find: function* ({ html }) {
    for (const { address, span } of linksOf(html)) {
      if (!/^tel:/i.test(address)) continue
      const number = decodeIfValid(address.slice('tel:'.length)).replace(/^\/\//, '')
      const hasDigits = (number.match(/\d/g)?.length ?? 0) >= 3
      if (number.length <= maxNumberLength && phoneNumber.test(number) && hasDigits) continue
      yield { what: address.slice(0, 80), span, description: `"${number.slice(0, 40)}" is no phone number.` }
    }
  },
}
