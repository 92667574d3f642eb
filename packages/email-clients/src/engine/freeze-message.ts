import { rewriteTreeReferences } from '../references/rewrite-tree-references'
import type { EmailContent } from './emulated-document'
import { missingReference } from '../references/resolve-reference'
import { parseHtml } from './parse-html'
import type { EmulateOptions } from './profile'
import { serializeHtml } from './serialize-html'

/**
 * Replaces each web address of an email by that of its frozen copy, or by one that never loads, for a client that
 * really runs. Parts of the message keep their `cid:`. Nothing else changes, except that the HTML is written as a
 * parser reads it.
 */
export function freezeMessage(content: EmailContent, assetUrl: EmulateOptions['assetUrl']): EmailContent {
  if (content.html === null || content.html.trim() === '') return { ...content, html: null }
  const document = parseHtml(content.html)
  rewriteTreeReferences(document, (url) =>
    url.startsWith('cid:') ? partReference(url) : (assetUrl(url) ?? missingReference),
  )
  return { ...content, html: serializeHtml(document) }
}

/** RFC 2392 §2: a Content-ID in an address is percent-encoded; `@` may stay. */
const partReference = (url: string): string =>
  `cid:${encodeURIComponent(url.slice('cid:'.length)).replaceAll('%40', '@')}`
