import { appendAttachedImages } from '../../engine/append-attached-images'
import { ChangeLog } from '../../engine/change-log'
import type { BrowsedDocument } from '../../engine/emulated-document'
import { harden } from '../../engine/harden'
import { parseHtml } from '../../engine/parse-html'
import type { FamilyProfiles, Profile } from '../../engine/profile'
import { serializeHtml } from '../../engine/serialize-html'
import { createSupport } from '../../engine/support'
import { columns, plainText } from './profiles'

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
