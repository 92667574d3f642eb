import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { wordsOf } from '../checked-html'
import type { Rule } from '../rule'
import { gmailSenders, ownDefault } from '../sources'
import { addressesBeyond, maxLinks } from './link'
import { isToUnsubscribe } from './unsubscribe'

export const noUnsubscribe: Rule = {
  name: 'links/no-unsubscribe',
  severity: 'note',
  title: 'There is no link to unsubscribe.',
  sources: [gmailSenders],
  find: function* ({ html, header }) {
    if (html === null || /^list-unsubscribe:/im.test(header ?? '')) return
    const links = html.named('a')
    // The link to unsubscribe may be behind those that are looked at.
    if (links.length > maxLinks) return
    // Placeholders too: the link to unsubscribe is often one.
    if (links.some((link) => isToUnsubscribe(findAttribute(link, 'href') ?? '', wordsOf(link)))) return
    yield {
      what: 'unsubscribe',
      span: null,
      description: 'No link says that it is to unsubscribe; what is sent to many people must have one.',
    }
  },
}

export const tooMany: Rule = {
  name: 'links/too-many',
  severity: 'note',
  title: 'The email has more links than are looked at.',
  sources: [ownDefault('no email that people read has a thousand links')],
  find: function* ({ html }) {
    const beyond = addressesBeyond(html).length
    if (beyond === 0) return
    const links = maxLinks + beyond
    yield {
      what: `${links} links`,
      span: null,
      description: `The email has ${links} links; only the first ${maxLinks} are looked at, and asked.`,
      detail: { links, looked_at: maxLinks },
    }
  },
}
