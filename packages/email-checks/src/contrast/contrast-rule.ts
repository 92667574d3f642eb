import { contrastOf, readColour } from '@pas/email-clients/engine/dark/colour'
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

/** Part of what is needed. How email clients darken is published for few of them. */
const darkTolerance = 0.05
const hairInDark: Pick<Finding, 'severity' | 'description'> = {
  severity: 'note',
  description: 'In the dark the contrast is a hair too low, and the exact colours there are not published.',
}

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
    /** What is seen of a text in one place, and that its contrast cannot be told, or is meant. */
    const seenOfTexts = new Map<string, [Seen, ...Seen[]]>()
    for (const [code, { texts }] of measurements.contrast?.result ?? []) {
      for (const text of texts) {
        const seen = { code, isDark: dark.has(code), text, fault: faultOf(text, isPreheader(text)) }
        const { description } = seen.fault
        const key = JSON.stringify([description, text.text.replace(/\s/g, ''), text.where])
        const known = seenOfTexts.get(key)
        if (known) known.push(seen)
        else seenOfTexts.set(key, [seen])
      }
    }
    /** Texts for which one colour is to be changed are mended together. */
    const rows = new Map<string, Row>()
    for (const seen of seenOfTexts.values()) {
      const [{ text }] = seen
      const span = html && text.where ? spanAt(html, text.where) : null
      const worst = worstOf(seen)
      const [{ fault }] = worst
      const pairs = describePairs(seen)
      const finding = { what: text.text, span, ...(isHairInDark(seen) ? hairInDark : fault), ...pairs }
      const { severity, description, identity } = finding
      const isOfDark = severity !== 'note' && seen.every(({ isDark }) => isDark)
      // Colours in the dark are the email client's: one remedy mends all that are hard to read there alone.
      const ofDark = severity === 'warning' ? 'dark' : `dark ${identity}`
      const about = isOfDark ? ofDark : severity === 'note' ? description : identity
      const key = JSON.stringify([severity, about])
      const row = rows.get(key) ?? { clients: new Set(), isOfDark, findings: [], ratios: new Set() }
      row.findings.push(finding)
      for (const { code } of worst) row.clients.add(code)
      for (const ratio of ratiosIn(seen)) row.ratios.add(ratio)
      rows.set(key, row)
    }
    for (const row of rows.values()) {
      const told = tellLowest(row)
      for (const finding of row.findings) yield { ...finding, ...told, clients: [...row.clients] }
    }
  },
}

/** What one remedy mends. */
interface Row {
  clients: Set<string>
  isOfDark: boolean
  findings: Finding[]
  ratios: Set<number>
}

/** The lowest of a row's contrasts, unless it is of notes. */
function tellLowest({ findings, isOfDark, ratios }: Row): Partial<Finding> {
  const lowestOf = ({ detail }: Finding): number =>
    Math.min(
      ...[detail?.ratio, detail?.dark_ratio].flatMap((ratio) => (typeof ratio === 'number' ? [ratio] : [])),
    )
  const [lowest] = [...findings].sort((one, other) => lowestOf(one) - lowestOf(other))
  if (!lowest?.detail || lowest.severity === 'note') return {}
  const { detail } = lowest
  const { ratio, dark_ratio: darkRatio = ratio, needed } = detail
  const isLowest = [...ratios].some((other) => other !== ratio && other !== darkRatio)
  const told = `${ratio}:1${isLowest ? ' at worst' : ''}`
  if (isOfDark)
    return {
      detail,
      ...(lowest.severity === 'warning' && { identity: 'dark' }),
      description: `In the dark the contrast is ${told} where ${needed}:1 is needed.`,
    }
  const andInDark = darkRatio === ratio ? '' : `, and in dark ${darkRatio}:1,`
  return { detail, description: `The contrast is ${told}${andInDark} where ${needed}:1 is needed.` }
}

const isHairInDark = (seen: readonly Seen[]): boolean =>
  pairsOf(seen).length > 0 &&
  seen.every(({ isDark, text: { ratio, needed } }) => isDark && (ratio ?? 0) >= needed * (1 - darkTolerance))

/** In the email clients in which the text is hardest to read: only there it is an error. */
function worstOf(seen: readonly [Seen, ...Seen[]]): [Seen, ...Seen[]] {
  const errors = seen.filter(({ fault }) => fault.severity === 'error')
  const [first = seen[0], ...others] = errors.length > 0 ? errors : seen
  return [first, ...others]
}

const [white, black] = ['#ffffff', '#000000']

/**
 * The colour of the two that is nearer to the middle: a grey on white and on a pale box is one grey to darken. Named with
 * its role, as text or behind it.
 */
function colourToMend({ textColour, background }: TextContrast): string {
  const reachOf = (css: string | null): number => {
    const colour = css === null ? null : readColour(css)
    return colour
      ? Math.max(...[white, black].map((end) => contrastOf(colour, readColour(end) ?? colour)))
      : Infinity
  }
  return reachOf(background) < reachOf(textColour) ? `behind ${background}` : `text ${textColour}`
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

const pairsOf = (seen: readonly Seen[]): Seen[] =>
  seen.filter(({ text }) => text.ratio !== null && text.reason === null)

const ratiosIn = (seen: readonly Seen[]): number[] => pairsOf(seen).map(({ text }) => text.ratio ?? 0)

/** The lowest ratio with its two colours; and that of dark email clients, where light ones have one, too. */
function describePairs(seen: readonly Seen[]): Partial<Finding> {
  const lowest = (isDark: boolean): TextContrast | undefined =>
    pairsOf(seen)
      .filter((pair) => pair.isDark === isDark)
      .map(({ text }) => text)
      .sort((one, other) => (one.ratio ?? 0) - (other.ratio ?? 0))[0]
  const inDark = lowest(true)
  const shown = lowest(false) ?? inDark
  if (!shown) return {}
  const alsoDark = inDark === shown ? undefined : inDark
  const detail = {
    ratio: shown.ratio ?? 0,
    needed: shown.needed,
    text: shown.textColour ?? '',
    background: shown.background ?? '',
    ...(alsoDark && {
      dark_ratio: alsoDark.ratio ?? 0,
      dark_text: alsoDark.textColour ?? '',
      dark_background: alsoDark.background ?? '',
    }),
  }
  return { detail, identity: colourToMend(shown) }
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
