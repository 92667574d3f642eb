import { contrastOf, readColour, type Colour } from '@pas/email-clients/engine/dark/colour'
import type { CheckedEmail } from '../checked-email'
import { spanAt, tagSpan, type CheckedHtml } from '../checked-html'
import type { CannotTellReason, TextContrast } from '../measurements'
import type { Finding, Rule } from '../rule'
import { hasDarkStyles, recolouring, unpublishedDarkClients } from '../dark/dark-styles'
import { wcag } from '../sources'
import { preheaderPieces } from '../subject/preheader'

const whyNotTold: Readonly<Record<CannotTellReason, string>> = {
  covered: 'Something lies over the text, so its contrast cannot be told.',
  'background-varies': 'The text is over a picture or several colours, so its contrast cannot be told.',
}

/** The least that ISO 9241-3 recommends for standard vision ("Understanding WCAG 2.2" §1.4.3). */
const leastRatio = 3

const leastSeenRatio = 1.1

/** Part of what is needed: so far the real colour may be from ours, where an email client does not publish its own. */
const darkTolerance = 0.05
const hairInDark: Pick<Finding, 'severity' | 'description'> = {
  severity: 'note',
  description:
    'In the dark the contrast is a hair too low, in colours that the email client chooses and does not publish.',
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
  find: function* (email) {
    const rows = new Map<string, Row>()
    for (const seen of seenOfTexts(email)) {
      const { key, finding, isOfDark } = judge(seen, email.html)
      const row = rows.get(key) ?? { clients: new Set(), isOfDark, findings: [], ratios: new Set() }
      row.findings.push(finding)
      for (const { code } of seen) row.clients.add(code)
      for (const ratio of ratiosIn(seen)) row.ratios.add(ratio)
      rows.set(key, row)
    }
    for (const row of rows.values()) {
      const told = tellLowest(row)
      for (const finding of row.findings) yield { ...finding, ...told, clients: [...row.clients] }
    }
  },
}

/** What is seen of a text in one place: where it is an error, where it is a warning, and what cannot be told, or is meant. */
function seenOfTexts(email: CheckedEmail): Iterable<[Seen, ...Seen[]]> {
  const { html, measurements, emailClients, changes } = email
  const dark = new Set(emailClients.filter(({ isDark }) => isDark).map(({ code }) => code))
  const unpublished = unpublishedDarkClients(email)
  const recoloured = new Set(
    (changes ?? []).filter(({ rule }) => recolouring.has(rule)).flatMap(({ clients }) => clients),
  )
  const hasOwnDark = html !== null && hasDarkStyles(html)
  const isPreheader = html ? preheaderAt(html) : () => false
  const texts = new Map<string, [Seen, ...Seen[]]>()
  for (const [code, { texts: ofClient }] of measurements.contrast?.result ?? [])
    for (const text of ofClient) {
      const fault = faultOf(text, isPreheader(text))
      const seen: Seen = {
        code,
        isDark: dark.has(code),
        isUnpublished: unpublished.has(code),
        isOfEmail: !dark.has(code) || (hasOwnDark && !recoloured.has(code)),
        text,
        fault,
      }
      const key = JSON.stringify([
        fault.severity,
        fault.description,
        text.text.replace(/\s/g, ''),
        text.where,
      ])
      const known = texts.get(key)
      if (known) known.push(seen)
      else texts.set(key, [seen])
    }
  return texts.values()
}

/** `key`: of the texts that one remedy mends. */
function judge(
  seen: readonly [Seen, ...Seen[]],
  html: CheckedHtml | null,
): { key: string; finding: Finding; isOfDark: boolean } {
  const [{ text, fault }] = seen
  const isHair = isHairInDark(seen)
  const finding = {
    what: text.text,
    span: html && text.where ? spanAt(html, text.where) : null,
    ...(isHair ? hairInDark : fault),
    ...describePairs(seen),
  }
  const { severity, description, identity } = finding
  if (severity === 'note') {
    const codes = isHair ? seen.map(({ code }) => code).sort() : []
    return { key: JSON.stringify([severity, description, codes]), finding, isOfDark: false }
  }
  const isOfDark = seen.every(({ isDark }) => isDark)
  // One remedy mends all that is hard to read in colours of email clients alone. What nobody can read is apart.
  const isTogether = severity === 'warning' && seen.every(({ isOfEmail }) => !isOfEmail)
  const about = isTogether ? darkIdentity : isOfDark ? `${darkIdentity} ${identity}` : identity
  return {
    key: JSON.stringify([severity, about]),
    finding: { ...finding, ...(about && { identity: about }) },
    isOfDark,
  }
}

const darkIdentity = 'dark'

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
  const tell = (told: typeof ratio): string =>
    `${told}:1${isLowest && Number(told) === lowestOf(lowest) ? ' at worst' : ''}`
  if (isOfDark)
    return { detail, description: `In the dark the contrast is ${tell(ratio)} where ${needed}:1 is needed.` }
  const andInDark = darkRatio === ratio ? '' : `, and in dark ${tell(darkRatio)},`
  return { detail, description: `The contrast is ${tell(ratio)}${andInDark} where ${needed}:1 is needed.` }
}

/** Never what would be an error: nobody reads that. */
const isHairInDark = (seen: readonly Seen[]): boolean =>
  seen.every(
    ({ isUnpublished, fault, text: { ratio, needed } }) =>
      isUnpublished && fault.severity === 'warning' && (ratio ?? 0) >= needed * (1 - darkTolerance),
  )

const white: Colour = { mode: 'rgb', r: 1, g: 1, b: 1 }
const black: Colour = { mode: 'rgb', r: 0, g: 0, b: 0 }

/**
 * The colour of the two that is nearer to the middle: a grey on white and on a pale box is one grey to darken. Named with
 * its role, as text or behind it, and with what mends it: darker or lighter, by how much.
 */
function remedyOf({ textColour, background, needed }: TextContrast): string {
  const [text, behind] = [textColour, background].map((css) => (css === null ? null : readColour(css)))
  const reachOf = (colour: Colour | null | undefined): number =>
    colour ? Math.max(...[white, black].map((end) => contrastOf(colour, end))) : Infinity
  const brightnessOf = (colour: Colour | null | undefined): number => (colour ? contrastOf(colour, black) : 0)
  const side = brightnessOf(text) > brightnessOf(behind) ? 'lighter' : 'darker'
  const mended = reachOf(behind) < reachOf(text) ? `behind ${background}` : `text ${textColour}`
  return `${mended}, ${side} text, ${needed}`
}

interface Seen {
  code: string
  isDark: boolean
  /** Whether the colours are the email client's own, and it does not publish how it chooses them. */
  isUnpublished: boolean
  /** Whether the colours are the email's. */
  isOfEmail: boolean
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
  return { detail, identity: remedyOf(shown) }
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
