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
  isOneRow: true,
  find: function* ({ html, measurements, emailClients }) {
    const dark = new Set(emailClients.filter(({ isDark }) => isDark).map(({ code }) => code))
    const isPreheader = html ? preheaderAt(html) : () => false
    /** A text in one place, with the same fault in several email clients. */
    const faults = new Map<string, [Seen, ...Seen[]]>()
    for (const [code, { texts }] of measurements.contrast?.result ?? []) {
      for (const text of texts) {
        const seen = { code, isDark: dark.has(code), text, fault: faultOf(text, isPreheader(text)) }
        const key = JSON.stringify([seen.fault, text.text.replace(/\s/g, ''), text.where])
        const known = faults.get(key)
        if (known) known.push(seen)
        else faults.set(key, [seen])
      }
    }
    /** Texts of the same colours are mended together. */
    const rows = new Map<string, { clients: Set<string>; isOfDark: boolean; findings: Finding[] }>()
    for (const seen of faults.values()) {
      const [{ text, fault }] = seen
      const span = html && text.where ? spanAt(html, text.where) : null
      const finding = { what: text.text, span, ...fault, ...describePairs(seen, fault) }
      const { severity, description, detail } = finding
      // Colours in the dark are the email client's: one remedy mends all that are hard to read there alone.
      const isOfDark = severity === 'warning' && seen.every(({ isDark }) => isDark)
      const { text: colour, background, needed } = detail ?? {}
      const about = isOfDark ? ['dark'] : severity === 'note' ? [description] : [colour, background, needed]
      const key = JSON.stringify([severity, ...about])
      const row = rows.get(key) ?? { clients: new Set(), isOfDark, findings: [] }
      row.findings.push(finding)
      for (const { code } of seen) row.clients.add(code)
      rows.set(key, row)
    }
    for (const { clients, isOfDark, findings } of rows.values()) {
      const told = tellLowest(findings, isOfDark)
      for (const finding of findings) yield { ...finding, ...told, clients: [...clients] }
    }
  },
}

/** The lowest of a row's contrasts, unless it is of notes. */
function tellLowest(findings: readonly Finding[], isOfDark: boolean): Partial<Finding> {
  const ratiosOf = ({ detail }: Finding): number[] =>
    [detail?.ratio, detail?.dark_ratio].flatMap((ratio) => (typeof ratio === 'number' ? [ratio] : []))
  const lowestOf = (finding: Finding): number => Math.min(...ratiosOf(finding))
  const [lowest] = [...findings].sort((one, other) => lowestOf(one) - lowestOf(other))
  if (!lowest?.detail || lowest.severity === 'note') return {}
  const { detail, description } = lowest
  if (!isOfDark) return { detail, description }
  const atWorst = findings.some((finding) => lowestOf(finding) !== lowestOf(lowest)) ? ' at worst' : ''
  return {
    identity: 'dark',
    detail,
    description: `In the dark the contrast is ${detail.ratio}:1${atWorst} where ${detail.needed}:1 is needed.`,
  }
}

interface Seen {
  code: string
  isDark: boolean
  text: TextContrast
  fault: Pick<Finding, 'severity' | 'description'>
}

function faultOf({ ratio, reason }: TextContrast, isPreheader: boolean): Seen['fault'] {
  if (reason !== null || ratio === null)
    return { severity: 'note', description: whyNotTold[reason ?? 'covered'] }
  if (isPreheader && ratio < leastSeenRatio)
    return {
      severity: 'note',
      description: 'The preheader has the colour of its background; it may be hidden on purpose.',
    }
  return {
    severity: ratio < leastRatio ? 'error' : 'warning',
    description: '',
  }
}

/** The lowest ratio with its two colours; and that of dark email clients, where light ones have one, too. */
function describePairs(seen: readonly Seen[], { severity }: Pick<Finding, 'severity'>): Partial<Finding> {
  const pairs = seen.filter(({ text }) => text.ratio !== null && text.reason === null)
  const lowest = (isDark: boolean): TextContrast | undefined =>
    pairs
      .filter((pair) => pair.isDark === isDark)
      .map(({ text }) => text)
      .sort((one, other) => (one.ratio ?? 0) - (other.ratio ?? 0))[0]
  const inDark = lowest(true)
  const shown = lowest(false) ?? inDark
  if (!shown) return {}
  const { ratio, needed } = shown
  const alsoDark = inDark === shown ? undefined : inDark
  const detail = {
    ratio: ratio ?? 0,
    needed,
    text: shown.textColour ?? '',
    background: shown.background ?? '',
    ...(alsoDark && {
      dark_ratio: alsoDark.ratio ?? 0,
      dark_text: alsoDark.textColour ?? '',
      dark_background: alsoDark.background ?? '',
    }),
  }
  const identity = `${shown.textColour} ${shown.background}`
  if (severity === 'note') return { detail, identity }
  const told = new Set([ratio, alsoDark?.ratio ?? ratio])
  const atWorst = pairs.some((pair) => !told.has(pair.text.ratio)) ? ' at worst' : ''
  const andInDark = told.size > 1 ? `, and in dark ${alsoDark?.ratio}:1,` : ''
  return {
    detail,
    identity,
    description: `The contrast is ${ratio}:1${atWorst}${andInDark} where ${needed}:1 is needed.`,
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
