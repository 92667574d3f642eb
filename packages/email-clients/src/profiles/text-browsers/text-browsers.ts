import { appendAttachedImages } from '../../emulate/append-attached-images'
import { ChangeLog } from '../../emulate/change-log'
import type { BrowsedDocument } from '../../emulate/emulated-document'
import { harden } from '../../emulate/harden'
import { parseHtml } from '../../emulate/parse-html'
import type { FamilyProfiles, Profile } from '../../emulate/profile'
import { serializeHtml } from '../../emulate/serialize-html'
import { createSupport } from '../../emulate/support'
import { columns, plainText } from '../plain-text/plain-text'

const support = createSupport({})

/**
 * A mail program in a terminal that hands HTML to this browser, and shows text as it is. Addresses stay as sent, because a browser of
 * text shows them; it fetches nothing.
 */
function inBrowser(browser: BrowsedDocument['browser']): Profile {
  return (content, options) => {
    if (content.html === null || content.html.trim() === '') return plainText(content, options)
    const changes = new ChangeLog(true)
    const document = parseHtml(content.html)
    harden(document, support, changes)
    appendAttachedImages(document, content.attachedImages ?? [])
    return {
      document: { kind: 'browsed', browser, html: serializeHtml(document), columns },
      changes: changes.list(),
    }
  }
}

export const textBrowserProfiles: FamilyProfiles = { LYNX: inBrowser('lynx'), W3M: inBrowser('w3m') }
