import type { Rule } from '../rule'

/** Watches, terminals and some filters read it. */
export const noTextPart: Rule = {
  name: 'headers/no-text-part',
  severity: 'warning',
  title: 'The message has no text part.',
  sources: [
    {
      title: 'SpamAssassin: MIME_HTML_ONLY',
      url: 'https://cwiki.apache.org/confluence/display/SPAMASSASSIN/Rules/MIME_HTML_ONLY',
    },
  ],
  find: function* ({ message, header, html, plainText }) {
    if (header === null) return
    const hasHtml = message ? message.bodyTypes.includes('text/html') : html !== null
    const hasText = message ? message.bodyTypes.includes('text/plain') : plainText !== null
    if (!hasHtml || hasText) return
    yield { what: 'text/plain', span: null, description: 'The message has HTML and no text.' }
  },
}
