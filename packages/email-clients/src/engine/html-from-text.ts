import { detectLinks } from './detect-links'
import { escapeAttribute, escapeHtml } from './serialize-html'

/** Maximum length of a text in characters. The rest would be far below the end of any picture. */
const maxTextLength = 1_000_000

/**
 * Makes HTML from a text as HTML clients show it: line breaks stay, long lines wrap, web and mail addresses become
 * links, and the font is the client's own. Other links, such as bare domains and phone numbers, are made by the
 * client's own step.
 */
export function htmlFromText(wholeText: string): string {
  const text = wholeText.slice(0, maxTextLength)
  let html = ''
  let at = 0
  for (const { kind, start, end, href } of detectLinks(text)) {
    const shown = text.slice(start, end)
    if (kind !== 'email address' && !/^(?:https?:\/\/|www\.)/i.test(shown)) continue
    html += `${escapeHtml(text.slice(at, start))}<a href="${escapeAttribute(href)}">${escapeHtml(shown)}</a>`
    at = end
  }
  return `<div style="white-space:pre-wrap">${html}${escapeHtml(text.slice(at))}</div>`
}
