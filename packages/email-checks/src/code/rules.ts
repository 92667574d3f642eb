import type { ChangeOfClients } from '@pas/email-clients/effects/changes-of-clients'
import { bases } from '@pas/email-clients/effects/effect-of-change'
import { findSourceUrl } from '@pas/email-clients/sources/cited-sources'
import type { CheckedEmail } from '../checked-email'
import { spanAt } from '../checked-html'
import { severities, type Finding, type Rule } from '../rule'
import type { Span } from '../span'
import { changeTitles } from './change-titles'
import { changedElements, type ChangedElement } from './changed-elements'
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
  for (const alike of groupAlike(changedElements(email, isToldByCode))) {
    const { rule } = alike[0].worst[0]
    byRule.set(rule, [...(byRule.get(rule) ?? []), findingOf(email, alike)])
  }
  known.set(email, byRule)
  return byRule
}

/** `worst`: the changes for which the finding is told, and of these what is proved. The others are only its parts. */
interface JudgedElement extends ChangedElement {
  worst: [ChangeOfClients, ...ChangeOfClients[]]
}

/** Elements of which the same email clients change the same. */
function groupAlike(elements: readonly ChangedElement[]): [JudgedElement, ...JudgedElement[]][] {
  const groups = new Map<string, [JudgedElement, ...JudgedElement[]]>()
  for (const element of elements) {
    const worst = worstOf(element.changes)
    const key = JSON.stringify(worst.map(({ rule, what, clients }) => [rule, what, clients.join()]).sort())
    const group = groups.get(key)
    if (group) group.push({ ...element, worst })
    else groups.set(key, [{ ...element, worst }])
  }
  return [...groups.values()]
}

function worstOf(changes: ChangedElement['changes']): JudgedElement['worst'] {
  const least = Math.min(...changes.map(rank))
  const worst = changes.filter((change) => rank(change) === least)
  const measured = worst.filter(({ basis }) => basis === 'measured_here')
  const [first, ...others] = measured.length > 0 ? measured : worst
  if (!first) throw new Error('an element without changes is not told')
  return [first, ...others]
}

const rank = (change: ChangeOfClients): number => severities.indexOf(severityOf(change))

const maxParts = 50

function findingOf({ html }: CheckedEmail, alike: readonly [JudgedElement, ...JudgedElement[]]): Finding {
  const [{ name, worst }] = alike
  const [first] = worst
  const instead = worst.find((change) => change.instead)?.instead
  const basis = bases.findLast((each) => worst.some((change) => change.basis === each)) ?? first.basis
  const changes = alike.flatMap((element) =>
    [...element.changes].sort((one, other) => rank(one) - rank(other)),
  )
  return {
    what: name,
    span: spanOf(html, first),
    otherSpans: alike.flatMap(({ worst: [change] }) => spanOf(html, change) ?? []),
    count: alike.length,
    severity: severityOf(first),
    description: `${describe(worst)}${instead ? ` Instead: ${instead.text}` : ''}`,
    clients: [...new Set(worst.flatMap(({ clients }) => clients))],
    source: { title: first.source, url: findSourceUrl(first.source) },
    basis,
    boxes: alike.flatMap((element) => element.worst.flatMap(({ boxes }) => boxes)),
    parts: changes.slice(0, maxParts).map((change) => ({
      rule: `code/${change.rule}`,
      what: change.what,
      where: change.where,
      clients: change.clients,
      basis: change.basis,
      description: changeTitles[change.rule] ?? '',
    })),
  }
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
