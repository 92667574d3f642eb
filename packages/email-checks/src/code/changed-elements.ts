import { findAttribute } from '@pas/email-clients/engine/html-tree'
import type { ChangeOfClients } from '@pas/email-clients/effects/changes-of-clients'
import type { CheckedEmail } from '../checked-email'
import { tagSpan, type CheckedHtml } from '../checked-html'

/** An element, a rule of a style sheet, or a place of neither, and what email clients visibly change there. */
export interface ChangedElement {
  /** Such as `a.button`, or the rule's selector. What has neither is named by its change. */
  name: string
  changes: readonly ChangeOfClients[]
}

const maxNameLength = 80

/** Changes of one place that happen in all of an element's email clients, or only in some, are one element's. */
export function changedElements(
  { changes, html }: CheckedEmail,
  isTold: (change: string) => boolean,
): ChangedElement[] {
  const owners = html && ownersIn(html)
  const elements = new Map<string, { name: string; changes: ChangeOfClients[] }>()
  for (const change of changes ?? []) {
    if (change.effect !== 'visible' || !isTold(change.rule)) continue
    const owner = owners && change.where ? owners(html.places.offsetOf(change.where)) : null
    const { rule, what, where } = change
    // Without an element each place is of its own: an entity is as often there as it is written.
    const key = owner ? String(owner.start) : JSON.stringify([rule, what, where?.line, where?.column])
    const known = elements.get(key)
    if (known) known.changes.push(change)
    else elements.set(key, { name: owner?.name ?? what, changes: [change] })
  }
  return [...elements.values()]
}

interface Owner {
  /** Of the start tag, the rule's block, or the place itself. */
  start: number
  name: string
}

function ownersIn(html: CheckedHtml): (offset: number) => Owner | null {
  const tags = html.elements
    .flatMap((element) => {
      const span = tagSpan(element)
      return span ? [{ element, ...span }] : []
    })
    .sort((one, other) => one.start - other.start)
  return (offset) => {
    const tag = tags[lastBefore(tags, offset)]
    if (!tag) return null
    if (offset < tag.end) return { start: tag.start, name: nameOf(tag.element) }
    return tag.element.tagName === 'style' ? ruleAt(html.source, tag.end, offset) : null
  }
}

/** Index of the last one that starts at `offset` or before it; -1 without one. */
function lastBefore(tags: readonly { start: number }[], offset: number): number {
  let [low, high] = [0, tags.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tags[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

const nameOf = (element: CheckedHtml['elements'][number]): string => {
  const [className = ''] = (findAttribute(element, 'class') ?? '').trim().split(/\s+/)
  return `${element.tagName}${className && `.${className}`}`.slice(0, maxNameLength)
}

/** The rule whose block `offset` is in. Null outside of blocks, as for a selector. */
function ruleAt(source: string, styleStart: number, offset: number): Owner | null {
  const before = source.slice(Math.max(styleStart, offset - 10_000), offset)
  const opened = before.lastIndexOf('{')
  if (opened <= before.lastIndexOf('}')) return null
  const prelude = before.slice(0, opened)
  const selector = prelude.slice(Math.max(...['}', '{', ';', '*/'].map((end) => endAfter(prelude, end))))
  return {
    start: offset - before.length + opened,
    name: selector.replace(/\s+/g, ' ').trim().slice(0, maxNameLength),
  }
}

const endAfter = (text: string, end: string): number => {
  const at = text.lastIndexOf(end)
  return at < 0 ? 0 : at + end.length
}
