import { drawnLike, findEmailClient } from '@pas/email-clients/catalogue'
import type { ChangeOfClients } from '@pas/email-clients/effects/changes-of-clients'
import { bases } from '@pas/email-clients/effects/effect-of-change'
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

/** By the rule of the worst change. */
function findingsOf(email: CheckedEmail): ReadonlyMap<string, Finding[]> {
  const before = known.get(email)
  if (before) return before
  const byRule = new Map<string, Finding[]>()
  for (const alike of groupAlike(judgedElements(email))) {
    const { rule } = alike[0].worst[0]
    byRule.set(rule, [...(byRule.get(rule) ?? []), findingOf(email, alike)])
  }
  known.set(email, byRule)
  return byRule
}

type JudgedChange = ChangeOfClients & { severity: Severity }

/** `worst`: the changes for which the finding is told, and of these what is proved. The others are only its parts. */
interface JudgedElement {
  name: string
  changes: readonly JudgedChange[]
  worst: [JudgedChange, ...JudgedChange[]]
}

function judgedElements(email: CheckedEmail): JudgedElement[] {
  const measured = email.measurements.effects?.result
  const isMeasured = (code: string): boolean => {
    const emailClient = findEmailClient(code)
    return emailClient !== null && measured?.has(drawnLike(emailClient).code) === true
  }
  return changedElements(email, isToldByCode).map((element) => {
    const changes = element.changes.map((change) => ({ ...change, severity: severityOf(change, isMeasured) }))
    return { name: element.name, changes, worst: worstOf(changes) }
  })
}

/** Elements that one remedy mends: the topics of each are among those of one of them. */
function groupAlike(elements: readonly JudgedElement[]): [JudgedElement, ...JudgedElement[]][] {
  const groups: { topics: ReadonlySet<string>; members: [JudgedElement, ...JudgedElement[]] }[] = []
  const judged = elements.map((element) => ({ element, topics: new Set(element.worst.map(topicOf)) }))
  for (const { element, topics } of judged.toSorted((one, other) => other.topics.size - one.topics.size)) {
    const group = groups.find((other) => [...topics].every((topic) => other.topics.has(topic)))
    if (group) group.members.push(element)
    else groups.push({ topics, members: [element] })
  }
  // What is proved stands first.
  const isProved = ({ worst: [{ basis }] }: JudgedElement): number => Number(basis === 'measured_here')
  for (const { members } of groups) members.sort((one, other) => isProved(other) - isProved(one))
  return groups.map(({ members }) => members)
}

/** What does nothing on `<img>` is one matter, whatever it is; and so is all that has one remedy. */
function topicOf({ rule, what, instead, severity }: JudgedChange): string {
  const about = rule === 'property-not-on-element' ? what.replace(/^.* on /, '') : (instead?.text ?? what)
  return `${severity} ${rule} ${about}`
}

function worstOf(changes: readonly JudgedChange[]): JudgedElement['worst'] {
  const least = Math.min(...changes.map(rank))
  const worst = changes.filter((change) => rank(change) === least)
  const measured = worst.filter(({ basis }) => basis === 'measured_here')
  const [first, ...others] = measured.length > 0 ? measured : worst
  if (!first) throw new Error('an element without changes is not told')
  return [first, ...others]
}

const rank = ({ severity }: JudgedChange): number => severities.indexOf(severity)

const maxParts = 50

function findingOf({ html }: CheckedEmail, alike: readonly [JudgedElement, ...JudgedElement[]]): Finding {
  const worst = alike.flatMap((element) => element.worst)
  const [first] = alike[0].worst
  const instead = worst.find((change) => change.instead)?.instead
  const basis = bases.findLast((each) => worst.some((change) => change.basis === each)) ?? first.basis
  const changes = alike.flatMap((element) =>
    [...element.changes].sort((one, other) => rank(one) - rank(other)),
  )
  return {
    what: [...new Set(alike.map(({ name }) => name))].join(', '),
    span: spanOf(html, first),
    otherSpans: alike.flatMap(({ worst: [change] }) => spanOf(html, change) ?? []),
    count: alike.length,
    severity: first.severity,
    description: `${describe(worst)}${instead ? ` Instead: ${instead.text}` : ''}`,
    clients: [...new Set(worst.flatMap(({ clients }) => clients))],
    source: { title: first.source, url: findSourceUrl(first.source) },
    basis,
    boxes: worst.flatMap(({ boxes }) => boxes),
    parts: partsOf(changes).slice(0, maxParts),
  }
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

/** Each kind of change once, with what it was done to. */
function describe(changes: readonly ChangeOfClients[]): string {
  const whatsByTitle = new Map<string, Set<string>>()
  for (const { rule, what } of changes) {
    const title = changeTitles[rule] ?? rule
    whatsByTitle.set(title, (whatsByTitle.get(title) ?? new Set()).add(what))
  }
  return [...whatsByTitle]
    .map(([title, whats]) => `${title.replace(/\.$/, '')}: ${[...whats].join(', ')}.`)
    .join(' ')
}
