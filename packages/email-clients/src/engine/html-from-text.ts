import { detectLinks } from './detect-links'
import { escapeAttribute, escapeHtml } from './serialize-html'

/** Characters. The rest would be far below any picture's end. */
const maxTextLength = 1_000_000

/**
 * Line breaks stay, long lines wrap, web and mail addresses become links. Bare domains and phone numbers are left to
 * the client's step.
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
