import type { CheckedEmail } from '../checked-email'
import type { Rule } from '../rule'
import { cited } from '../sources'

/** Gmail cuts at 102 KB and counts what is added on the way, so not all of these are ours. */
const clippedBytes = 102_400
/** Bytes from which little can be added. */
const nearlyBytes = 90 * 1024

/** The end of a message that Gmail cuts off has the way to unsubscribe. */
export const clipped: Rule = {
  name: 'size/clipped',
  severity: 'error',
  title: 'The HTML is so long that Gmail cuts it off.',
  sources: [cited('email-bugs 41')],
  find: function* ({ html, emailClients }) {
    const bytes = html === null ? 0 : Buffer.byteLength(html.source)
    if (html === null || bytes < nearlyBytes) return
    const isCut = bytes >= clippedBytes
    yield {
      what: `${bytes} bytes`,
      span: isCut ? { part: 'html', ...lastShown(html.source) } : null,
      description: isCut
        ? `The HTML has ${bytes} bytes; Gmail shows about the first ${clippedBytes}, and a link to the rest.`
        : `The HTML has ${bytes} bytes; Gmail cuts off from about ${clippedBytes}, and what is added on the way counts.`,
      detail: { bytes, shown_bytes: clippedBytes },
      ...forGmail(emailClients, isCut ? 'error' : 'warning'),
    }
  },
}

/** A fault of Gmail, with this severity if Gmail is among the email clients. */
export function forGmail(
  emailClients: CheckedEmail['emailClients'],
  severity: 'error' | 'warning',
): { severity: 'error' | 'warning' | 'note'; clients?: string[] } {
  const clients = emailClients.filter(({ family }) => family === 'gmail').map(({ code }) => code)
  return clients.length > 0 ? { severity, clients } : { severity: 'note' }
}

/** The last character that is shown. */
function lastShown(source: string): { start: number; end: number } {
  const shown = Buffer.from(source)
    .subarray(0, clippedBytes)
    .toString('utf8')
    .replace(/(?<!\uFFFD)\uFFFD+$/, '')
  return { start: shown.length - 1, end: shown.length }
}
