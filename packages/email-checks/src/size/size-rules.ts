import { maxStyleBytes } from '@pas/email-clients/clients/gmail/steps/limit-style-size'
import type { CheckedEmail } from '../checked-email'
import type { Rule } from '../rule'
import { cited, rfc } from '../sources'
import type { Span } from '../span'

/** Gmail cuts at 102 KB, and counts what is added on the way. */
const clippedBytes = 102_400
const nearlyBytes = 90 * 1024

const clipped: Rule = {
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

export function forGmail(
  emailClients: CheckedEmail['emailClients'],
  severity: 'error' | 'warning',
): { severity: 'error' | 'warning' | 'note'; clients?: string[] } {
  const clients = emailClients.filter(({ family }) => family === 'gmail').map(({ code }) => code)
  return clients.length > 0 ? { severity, clients } : { severity: 'note' }
}

function lastShown(source: string): { start: number; end: number } {
  // A character that the cut splits is not shown.
  const shown = Buffer.from(source)
    .subarray(0, clippedBytes)
    .toString('utf8')
    .replace(/(?<!\uFFFD)\uFFFD+$/, '')
  return { start: shown.length - 1, end: shown.length }
}

const styleBlock: Rule = {
  name: 'size/style-block',
  severity: 'error',
  title: 'The styles are so long that Gmail drops some of them.',
  sources: [cited('email-bugs 90')],
  find: function* ({ html, emailClients }) {
    let bytes = 0
    for (const { css, span } of html?.styles ?? []) {
      bytes += Buffer.byteLength(css)
      if (bytes <= maxStyleBytes) continue
      yield {
        what: `${bytes} bytes`,
        span,
        description: `With this <style>, the styles have ${bytes} bytes; Gmail drops what is beyond ${maxStyleBytes}.`,
        detail: { bytes, kept_bytes: maxStyleBytes },
        ...forGmail(emailClients, 'error'),
      }
      return
    }
  },
}

const maxOctets = 998

/** A server may break a longer line anywhere, even inside a tag. */
const longLine: Rule = {
  name: 'size/long-line',
  severity: 'warning',
  title: 'A line is longer than mail may carry.',
  sources: [rfc(5322, '2.1.1')],
  find: function* ({ html, message }) {
    if (message !== null) {
      const { octets, line } = message.longestLine
      if (octets <= maxOctets) return
      yield {
        what: `line ${line} of the message`,
        span: null,
        description: `Line ${line} of the message has ${octets} octets; ${maxOctets} are allowed.`,
        detail: { octets, line },
      }
      return
    }
    let start = 0
    let firstLong: Span | null = null
    let longLines = 0
    let mostOctets = 0
    for (const line of html?.source.split('\n') ?? []) {
      // A UTF-16 code unit has fewer than 4 octets, so shorter lines need not be counted.
      const octets = line.length > maxOctets / 4 ? Buffer.byteLength(line.replace(/\r$/, '')) : 0
      if (octets > maxOctets) {
        firstLong ??= { part: 'html', start, end: start + line.length }
        longLines += 1
        mostOctets = Math.max(mostOctets, octets)
      }
      start += line.length + 1
    }
    if (firstLong === null) return
    yield {
      what: `${longLines} ${longLines === 1 ? 'line' : 'lines'}`,
      span: firstLong,
      description: `The longest line of the HTML has ${mostOctets} octets; above ${maxOctets}, send it as quoted-printable or base64.`,
      severity: 'note',
      detail: { octets: mostOctets, lines: longLines },
    }
  },
}

export const sizeRules: readonly Rule[] = [clipped, styleBlock, longLine]
