import type { Rule } from '../rule'
import { rfc } from '../sources'

/** Octets of a line, without its end. */
const maxOctets = 998

/** A server may break a longer line anywhere, also within a tag. */
export const longLine: Rule = {
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
    const lines = html?.source.split('\n') ?? []
    let start = 0
    const long = { count: 0, octets: 0, start: 0, end: 0 }
    for (const line of lines) {
      const octets = line.length > maxOctets / 4 ? Buffer.byteLength(line.replace(/\r$/, '')) : 0
      if (octets > maxOctets) {
        if (long.count === 0) Object.assign(long, { start, end: start + line.length })
        long.count += 1
        long.octets = Math.max(long.octets, octets)
      }
      start += line.length + 1
    }
    if (long.count === 0) return
    yield {
      what: `${long.count} ${long.count === 1 ? 'line' : 'lines'}`,
      span: { part: 'html', start: long.start, end: long.end },
      description: `The longest line of the HTML has ${long.octets} octets; above ${maxOctets}, send it as quoted-printable or base64.`,
      severity: 'note',
      detail: { octets: long.octets, lines: long.count },
    }
  },
}
