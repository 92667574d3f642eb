import type { CheckedEmail } from '../checked-email'
import { spanAt, tagSpan, type CheckedHtml } from '../checked-html'
import type { CannotTellReason, TextContrast } from '../measurements'
import type { Finding, Rule } from '../rule'
import { wcag } from '../sources'
import { preheaderPieces } from '../subject/preheader'

const whyNotTold: Readonly<Record<CannotTellReason, string>> = {
  covered: 'Something lies over the text, so its contrast cannot be told.',
  'background-varies': 'The text is over a picture or several colours, so its contrast cannot be told.',
}

/** The least that ISO 9241-3 recommends for standard vision ("Understanding WCAG 2.2" §1.4.3). */
const leastRatio = 3

const leastSeenRatio = 1.1

export const textContrast: Rule = {
  name: 'contrast/text',
  severity: 'error',
  title: 'A text has too little contrast with what is behind it.',
  sources: [
    wcag('1.4.3', 'contrast-minimum'),
    {
      title: 'Understanding WCAG 2.2: §1.4.3',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
    },
  ],
  find: ({ html, measurements }) => {
    const findings = new Map<string, Finding & { clients: string[] }>()
    const isPreheader = html ? preheaderAt(html) : () => false
    for (const [code, { texts }] of measurements.contrast?.result ?? []) {
      for (const text of texts) {
        const finding = findingOf(text, isPreheader(text))
        const key = JSON.stringify([finding.description, finding.what, text.where, finding.detail])
        const known = findings.get(key)
        if (!known)
          findings.set(key, {
            ...finding,
            span: html && text.where ? spanAt(html, text.where) : null,
            clients: [code],
          })
        // Two equal texts of one place are one.
        else if (!known.clients.includes(code)) known.clients.push(code)
      }
    }
    return findings.values()
  },
}

function findingOf(
  { text, ratio, needed, textColour, background, reason }: TextContrast,
  isPreheader: boolean,
): Omit<Finding, 'span'> {
  if (reason !== null || ratio === null)
    return { what: text, severity: 'note', description: whyNotTold[reason ?? 'covered'] }
  const detail = { ratio, needed, text: textColour ?? '', background: background ?? '' }
  if (isPreheader && ratio < leastSeenRatio)
    return {
      what: text,
      severity: 'note',
      description: 'The preheader has the colour of its background; it may be hidden on purpose.',
      detail,
    }
  return {
    what: text,
    severity: ratio < leastRatio ? 'error' : 'warning',
    description: `${ratio}:1 where ${needed}:1 is needed.`,
    detail,
  }
}

function preheaderAt(html: CheckedHtml): (text: TextContrast) => boolean {
  const starts = new Set(preheaderPieces(html.texts).map(({ parent }) => tagSpan(parent)?.start))
  return ({ where }) => where !== null && starts.has(html.places.offsetOf(where))
}

export function contrastFacts({ measurements }: CheckedEmail): Readonly<Record<string, unknown>> {
  const results = [...(measurements.contrast?.result ?? [])]
  const allTexts = results.flatMap(([, { texts }]) => texts)
  return {
    measured_in: results.map(([code]) => code).sort(),
    texts: results.reduce((sum, [, { measured }]) => sum + measured, 0),
    cannot_tell: allTexts.filter(({ verdict }) => verdict === 'cannot-tell').length,
    unmeasured_lines: results.reduce((sum, [, { unmeasured }]) => sum + unmeasured, 0),
  }
}
