import { appendAttachedImages } from './append-attached-images'
import { ChangeLog } from './change-log'
import { emulateText } from './emulate-text'
import type { EmailContent, Emulation } from './emulated-document'
import { harden } from './harden'
import { parseHtml } from './parse-html'
import type { BrowsedProfile } from './profile'
import { serializeHtml } from './serialize-html'
import { createSupport } from './support'

const support = createSupport({})

/**
 * Prepares the HTML of an email for a text browser. An email without HTML becomes a text document. Addresses stay as
 * sent, because a text browser shows them and fetches nothing.
 */
export function emulateBrowsed({ browser, columns }: BrowsedProfile, content: EmailContent): Emulation {
  if (content.html === null || content.html.trim() === '') return emulateText({ columns }, content)
  const changes = new ChangeLog(true)
  const document = parseHtml(content.html)
  harden(document, support, changes)
  appendAttachedImages(document, content.attachedImages ?? [])
  return {
    document: { kind: 'browsed', browser, html: serializeHtml(document), columns },
    changes: changes.list(),
  }
}
