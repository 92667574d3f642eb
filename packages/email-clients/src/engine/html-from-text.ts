import { detectLinks } from './detect-links'
import { escapeAttribute, escapeHtml } from './serialize-html'

/** What is longer is far below the end of any picture. */
const maxTextLength = 1_000_000

/**
 * A text as HTML clients show it: its line breaks kept, long lines wrapped, web and mail addresses made links, the font the client's
 * own. What else a client links (bare domains, phone numbers) is its own step.
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
