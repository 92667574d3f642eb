import { drawnLike, findEmailClient } from '@pas/email-clients/catalogue'
import type { ChangeOfClients } from '@pas/email-clients/effects/changes-of-clients'
import { findSourceUrl } from '@pas/email-clients/sources/cited-sources'
import type { CheckedEmail } from '../checked-email'
import { spanAt } from '../checked-html'
import { severities, type Finding, type FindingPart, type Rule, type Severity } from '../rule'
import type { Span } from '../span'
import { changeTitles } from './change-titles'
import { changedElements } from './changed-elements'
import { isToldByCode } from './changes-of'
import { severityOf, usualSeverityOf } from './severity'

export const codeRules: readonly Rule[] = Object.entries(changeTitles)
  .filter(([change]) => isToldByCode(change))
  .map(([change, title]) => ({
    name: `code/${change}`,
    severity: usualSeverityOf(change),
    title,
    sources: [],
    find: (email) => findingsOf(email).get(change) ?? [],
  }))

const known = new WeakMap<CheckedEmail, ReadonlyMap<string, Finding[]>>()

/** By the rule of their changes. */
function findingsOf(email: CheckedEmail): ReadonlyMap<string, Finding[]> {
  const before = known.get(email)
  if (before) return before
  const byRule = new Map<string, Finding[]>()
  for (const [topic, changes] of groupByTopic(judgedChanges(email))) {
    const [{ rule }] = changes
    byRule.set(rule, [...(byRule.get(rule) ?? []), findingOf(email, topic, changes)])
  }
  known.set(email, byRule)
  return byRule
}

type JudgedChange = ChangeOfClients & {
  severity: Severity
  /** See `ChangedElement`. */
  element: string
  owner: number
}

function judgedChanges(email: CheckedEmail): JudgedChange[] {
  const measured = email.measurements.effects?.result
  const isMeasured = (code: string): boolean => {
    const emailClient = findEmailClient(code)
    return emailClient !== null && measured?.has(drawnLike(emailClient).code) === true
  }
  return changedElements(email, isToldByCode).flatMap(({ name, changes }, owner) =>
    changes.map((change) => ({
      ...change,
      severity: severityOf({ ...change, element: name }, isMeasured),
      element: name,
      owner,
    })),
  )
}

function groupByTopic(changes: readonly JudgedChange[]): Map<string, [JudgedChange, ...JudgedChange[]]> {
  const groups = new Map<string, [JudgedChange, ...JudgedChange[]]>()
  for (const change of changes) {
    const group = groups.get(topicOf(change))
    if (group) group.push(change)
    else groups.set(topicOf(change), [change])
  }
  return groups
}

const vendorPrefix = /^-(?:webkit|moz|ms|o)-/

/** What one remedy mends. What does nothing on `<img>` is one matter, whatever it is. */
function topicOf({ rule, what, instead }: ChangeOfClients): string {
  const about =
    rule === 'property-not-on-element'
      ? what.replace(/^.* on /, '')
      : (instead?.text ?? what.replace(vendorPrefix, ''))
  return `${rule} ${about}`
}

/** Those for which the finding is told, and of these what is proved. The others are only its parts. */
function worstOf(changes: readonly [JudgedChange, ...JudgedChange[]]): [JudgedChange, ...JudgedChange[]] {
  const least = Math.min(...changes.map(rank))
  const worst = changes.filter((change) => rank(change) === least)
  const measured = worst.filter(({ basis }) => basis === 'measured_here')
  const [first = changes[0], ...others] = measured.length > 0 ? measured : worst
  return [first, ...others]
}

const rank = ({ severity }: JudgedChange): number => severities.indexOf(severity)

const maxParts = 50

function findingOf(
  { html }: CheckedEmail,
  topic: string,
  changes: readonly [JudgedChange, ...JudgedChange[]],
): Finding {
  const worst = worstOf(changes)
  const [first] = worst
  const instead = worst.find((change) => change.instead)?.instead
  const others = changes.filter((change) => !worst.includes(change))
  return {
    what: [...new Set(worst.map(({ element }) => element))].join(', '),
    identity: topic,
    span: spanOf(html, first),
    otherSpans: worst.flatMap((change) => spanOf(html, change) ?? []),
    count: countElements(worst),
    severity: first.severity,
    description: `${describe(worst)}${instead ? ` Instead: ${instead.text}` : ''}`,
    clients: [...new Set(worst.flatMap(({ clients }) => clients))],
    source: { title: first.source, url: findSourceUrl(first.source) },
    basis: first.basis,
    boxes: worst.flatMap(({ boxes }) => boxes),
    parts: partsOf([...worst, ...others]).slice(0, maxParts),
  }
}

/** Elements with equal style attributes have one change, at the place of the first. */
function countElements(changes: readonly JudgedChange[]): number {
  const counts = new Map<number, number>()
  for (const { owner, count } of changes) counts.set(owner, Math.max(count, counts.get(owner) ?? 0))
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** A change once, for all email clients of which the same is known. */
function partsOf(changes: readonly ChangeOfClients[]): FindingPart[] {
  const parts = new Map<string, FindingPart>()
  for (const { rule, what, where, clients, basis } of changes) {
    const key = JSON.stringify([rule, what, where?.line, where?.column, basis])
    const earlier = parts.get(key)?.clients ?? []
    const description = changeTitles[rule] ?? ''
    const all = [...new Set([...earlier, ...clients])].sort()
    parts.set(key, { rule: `code/${rule}`, what, where, clients: all, basis, description })
  }
  return [...parts.values()]
}

const spanOf = (html: CheckedEmail['html'], { where }: ChangeOfClients): Span | null =>
  html && where ? spanAt(html, where) : null

function describe(changes: readonly [JudgedChange, ...JudgedChange[]]): string {
  const [{ rule }] = changes
  const whats = [...new Set(changes.map(({ what }) => what))].join(', ')
  return `${(changeTitles[rule] ?? rule).replace(/\.$/, '')}: ${whats}.`
}
