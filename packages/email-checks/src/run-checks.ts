import { createHash } from 'node:crypto'
import { checks, checksOfMjml, type Check } from './checks'
import { openEmail, type CheckedEmail, type EmailToCheck } from './checked-email'
import type { Measured } from './measurements'
import type { Place } from '@pas/email-clients/references/places-in'
import { placesOf, type Places } from './places'
import type { CheckAnswer, WireFinding, WireRange } from './answers'
import { checkNames, usualCheckNames, type CheckName, type Finding, type Rule } from './rule'
import type { PartName, Span } from './span'
import { isMjml } from './template/mjml'

/** Distinct findings of one rule; further ones are counted as `others`. */
const maxFindings = 100
const maxEdits = 5_000
const maxSnippetLength = 200
const maxWhatLength = 200
const maxBoxes = 100
const maxPlaces = 50

/** Null when `work` takes too long. */
export type InTime = <Answer>(work: () => Answer) => Answer | null

/** Pure. A check with a rule for which `inTime` returns null is `failed`, and has the findings of its other rules. */
export function runChecks(
  email: EmailToCheck,
  names: readonly CheckName[] = usualCheckNames,
  inTime: InTime = (work) => work(),
): CheckAnswer[] {
  const opened = openEmail(email)
  const writer = new FindingWriter(opened)
  const applied = opened.html && isMjml(opened.html.source) ? checksOfMjml : checks
  return checkNames
    .filter((name) => names.includes(name))
    .map((name) => runCheck(name, { check: applied[name], email: opened, writer, inTime }))
}

function runCheck(
  name: CheckName,
  {
    check,
    email,
    writer,
    inTime,
  }: { check: Check; email: CheckedEmail; writer: FindingWriter; inTime: InTime },
): CheckAnswer {
  const whyNot = check.whyNot(email)
  if (whyNot !== null) return { name, status: 'not_applicable', description: whyNot, facts: {}, findings: [] }
  const late: string[] = []
  const findings = check.rules.flatMap((rule) => {
    const ofRule = inTime(() => writer.findingsOf(rule, rule.find(email)))
    if (ofRule === null) late.push(rule.name)
    return ofRule ?? []
  })
  const facts = inTime(() => check.facts(email))
  if (facts === null) late.push('facts')
  const measured = measuredFor(name, email) ?? { status: 'done', description: null }
  const { status, description } =
    late.length > 0 && measured.status !== 'running'
      ? { status: 'failed' as const, description: describeLate(late) }
      : measured
  return { name, status, description, facts: facts ?? {}, findings }
}

const maxNamed = 5

function describeLate(late: readonly string[]): string {
  const named = late.slice(0, maxNamed).join(', ')
  const others = late.length > maxNamed ? ` and ${late.length - maxNamed} more` : ''
  return `The email is so large or unusual that not all was looked at in time; not done: ${named}${others}. Ask again, or check a part of it.`
}

/** State of the measurement that the check needs. Null if it needs none. */
function measuredFor(
  name: CheckName,
  { measurements }: CheckedEmail,
): Pick<Measured<unknown>, 'status' | 'description'> | null {
  if (name === 'contrast' || name === 'links' || name === 'effects') return measurements[name]
  if (name !== 'spam') return null
  return measurements.spam ?? { status: 'unavailable', description: 'No spamd is configured.' }
}

type WrittenRule = Pick<Rule, 'name' | 'severity' | 'sources' | 'isOneRow'>

class FindingWriter {
  readonly #texts: Readonly<Record<PartName, string>>
  readonly #places = new Map<PartName, Places>()
  readonly #ordinals = new Map<string, number>()
  #editsLeft = maxEdits

  /** A kept header is another message's, so a finding does not name its lines. */
  readonly #isHeaderKept: boolean

  constructor({ html, plainText, message, header }: CheckedEmail) {
    this.#texts = { html: html?.source ?? '', text: plainText ?? '', headers: header ?? '' }
    this.#isHeaderKept = message === null
    if (html) this.#places.set('html', html.places)
  }

  /** Equal findings become one, in the order of the first of each. */
  findingsOf(rule: WrittenRule, findings: Iterable<Finding>): WireFinding[] {
    const groups = new Map<string, [Finding, ...Finding[]]>()
    for (const finding of findings) {
      const { what, description, severity, clients, detail } = finding
      const about = rule.isOneRow ? { detail } : { what }
      const key = JSON.stringify([about, description, severity, clients])
      const isOther = !groups.has(key) && groups.size >= maxFindings
      const group = groups.get(isOther ? 'others' : key)
      if (group) group.push(finding)
      else groups.set(isOther ? 'others' : key, [isOther ? { ...finding, what: 'others' } : finding])
    }
    return [...groups.values()].map((group) => this.#finding(rule, group))
  }

  #finding(
    { name, severity, sources, isOneRow }: WrittenRule,
    findings: readonly [Finding, ...Finding[]],
  ): WireFinding {
    const [first] = findings
    const { span, description } = first
    const named = [...new Set(findings.map(({ what }) => what))].join(', ')
    const what = named.length <= maxWhatLength ? named : `${named.slice(0, maxWhatLength - 1)}…`
    const source = first.source ?? sources[0] ?? null
    const snippet =
      span === null
        ? what
        : this.#texts[span.part].slice(span.start, Math.min(span.end, span.start + maxSnippetLength))
    const edits = findings.flatMap(({ fix }) => fix?.edits ?? []).slice(0, this.#editsLeft)
    this.#editsLeft -= edits.length
    return {
      rule: name,
      severity: first.severity ?? severity,
      what,
      where:
        span === null || (span.part === 'headers' && this.#isHeaderKept)
          ? null
          : { ...this.#range(span), snippet },
      places: this.#placesOf(findings, span),
      count: findings.reduce((sum, { count = 1 }) => sum + count, 0),
      clients: first.clients ? [...first.clients].sort() : null,
      description,
      detail: first.detail ?? {},
      fix:
        first.fix && edits.length > 0
          ? {
              description: first.fix.description,
              edits: edits.map(({ text, ...place }) => ({ where: this.#range(place), text })),
            }
          : null,
      basis: first.basis ?? null,
      boxes: findings.flatMap(({ boxes = [] }) => boxes).slice(0, maxBoxes),
      parts: [...(first.parts ?? [])],
      // A row stays the same while some of what it names is mended.
      fingerprint: this.#fingerprint(name, first.identity ?? (isOneRow ? description : snippet)),
      source: source?.title ?? null,
      source_url: source?.url ?? null,
    }
  }

  /** In the part of `first`, in the order of the source. */
  #placesOf(findings: readonly Finding[], first: Span | null): Place[] {
    if (first === null || (first.part === 'headers' && this.#isHeaderKept)) return []
    const starts = new Map<string, Place>()
    for (const span of findings.flatMap(({ span: own, otherSpans = [] }) => [own, ...otherSpans])) {
      if (span?.part !== first.part || starts.size >= maxPlaces) continue
      const { line, column } = this.#range(span)
      starts.set(`${line}:${column}`, { line, column })
    }
    return [...starts.values()].sort((one, other) => one.line - other.line || one.column - other.column)
  }

  #range({ part, start, end }: Span): WireRange {
    let places = this.#places.get(part)
    if (!places) {
      places = placesOf(this.#texts[part])
      this.#places.set(part, places)
    }
    const { line, column } = places.placeOf(start)
    const last = places.placeOf(end)
    return { part, line, column, end_line: last.line, end_column: last.column }
  }

  #fingerprint(rule: string, snippet: string): string {
    const key = `${rule}\n${snippet.replace(/\s+/g, ' ').trim()}`
    const ordinal = this.#ordinals.get(key) ?? 0
    this.#ordinals.set(key, ordinal + 1)
    return createHash('sha256').update(`${key}\n${ordinal}`).digest('hex')
  }
}
