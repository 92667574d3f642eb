import { clone, List, parse, type CssNode, type Declaration, type Rule, type Selector } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, placeOf } from '../../../emulate/html-tree'
import type { Message, Step } from '../../../emulate/message'
import { placeOfCss } from '../../../emulate/parse-css'
import type { WordVersion } from '../word-version'
import { InlineDeclarations } from './inline-declarations'
import { SelectorMatcher, simpleSelector } from './selector-matching'

/** Properties that Word honours on some elements only. */
interface Restriction {
  appliesTo: (property: string) => boolean
  isHonoured: (tagName: string) => boolean
  /** The same for CSS, inside `:where()`. */
  where: string
  source: string
}

const only = (...tagNames: string[]): Pick<Restriction, 'isHonoured' | 'where'> => ({
  isHonoured: (tagName) => tagNames.includes(tagName),
  where: tagNames.join(),
})

const notOn = (...tagNames: string[]): Pick<Restriction, 'isHonoured' | 'where'> => ({
  isHonoured: (tagName) => !tagNames.includes(tagName),
  where: `:not(${tagNames.join()})`,
})

function restrictionsOf(version: WordVersion): Restriction[] {
  const always: Restriction[] = [
    {
      appliesTo: (property) => property.startsWith('padding'),
      ...only('td', 'th'),
      source: 'caniemail css-padding note 1, 2019-07',
    },
    {
      appliesTo: (property) => property === 'width',
      ...notOn('body', 'span', 'div', 'p', 'img'),
      source: 'caniemail css-width note 1, 2019-09',
    },
    {
      // The cell leaves images out; that attributes alone size them: leemunroe/responsive-html-email-template 91, 2019-02.
      appliesTo: (property) => property === 'height',
      ...notOn('body', 'span', 'div', 'p', 'img'),
      source: 'caniemail css-height note 2, 2019-09',
    },
    {
      appliesTo: (property) => property.startsWith('margin'),
      ...notOn('body', 'span'),
      source: 'caniemail css-margin note 2, 2019-10',
    },
    {
      appliesTo: (property) => property === 'text-indent',
      ...notOn('body', 'span'),
      source: 'HT 2020, property levels (Microsoft aa338201): not of the core level',
    },
  ]
  const maxWidth: Restriction = {
    appliesTo: (property) => property === 'max-width',
    ...only('table'),
    source: 'caniemail css-max-width note 1, 2019-08',
  }
  return version >= 2019 ? [...always, maxWidth] : always
}

/**
 * Takes properties away from the elements on which Word does not honour them. In a rule that is for others too, they move into one of
 * their own behind it, whose `:where()` leaves specificity as it was.
 */
export function restrictProperties(version: WordVersion): Step {
  const restrictions = restrictionsOf(version)
  return (message) => {
    const inline = new InlineDeclarations(message)
    for (const { owners } of [...message.styleAttributes]) {
      for (const owner of [...owners]) restrictInline(owner, restrictions, inline, message)
    }
    inline.finish()
    restrictRules(restrictions, message)
  }
}

function restrictInline(
  element: Tree.Element,
  restrictions: readonly Restriction[],
  inline: InlineDeclarations,
  { changes }: Message,
): void {
  restrictions.forEach((restriction, at) => {
    const list = inline.find(element)
    if (!list || restriction.isHonoured(element.tagName)) return
    const isRefused = (node: CssNode): node is Declaration =>
      node.type === 'Declaration' && restriction.appliesTo(node.property.toLowerCase())
    for (const node of list.children) {
      if (isRefused(node)) record(node, element.tagName, placeOf(element, 'style'))
    }
    if (list.children.some(isRefused)) inline.filter(element, String(at), (node) => !isRefused(node))

    function record({ property }: Declaration, tagName: string, where: ReturnType<typeof placeOf>): void {
      const what = `${property.toLowerCase()} on <${tagName}>`
      changes.record({ rule: 'property-not-on-element', what, source: restriction.source }, where)
    }
  })
}

function restrictRules(restrictions: readonly Restriction[], message: Message): void {
  const tagNames = tagNamesByName(message)
  for (const { sheet } of message.styleBlocks) {
    if (!sheet) continue
    const waiting: List<CssNode>[] = [sheet.children]
    for (let list = waiting.pop(); list; list = waiting.pop()) {
      const nodes = list
      nodes.forEach((node, item) => {
        if (node.type === 'Atrule' && node.block) waiting.push(node.block.children)
        if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return
        const rules = splitRule(node, restrictions, tagNames, message)
        if (!rules) return
        for (const rule of rules) nodes.insertData(rule, item)
        nodes.remove(item)
      })
    }
  }
}

/** What takes a rule's place; null: it stays. */
function splitRule(
  rule: Rule,
  restrictions: readonly Restriction[],
  tagNames: TagNamesOf,
  { changes }: Message,
): Rule[] | null {
  const split: Rule[] = []
  for (const restriction of restrictions) {
    const declarations = [...rule.block.children].filter(
      (node): node is Declaration =>
        node.type === 'Declaration' && restriction.appliesTo(node.property.toLowerCase()),
    )
    if (declarations.length === 0) continue
    const selectors = [...(rule.prelude as { children: List<CssNode> }).children].filter(
      (node): node is Selector => node.type === 'Selector',
    )
    const refused = new Set<string>()
    const kept = selectors.flatMap((selector) => {
      const subjects = tagNames(selector)
      const refusedHere = subjects.filter((tagName) => !restriction.isHonoured(tagName))
      for (const tagName of refusedHere) refused.add(tagName)
      if (refusedHere.length === 0) return [selector]
      return refusedHere.length === subjects.length ? [] : [narrowed(selector, restriction.where)]
    })
    const [refusedTagName] = refused
    if (refusedTagName === undefined) continue
    for (const { property, loc } of declarations) {
      const place = refusedTagName === otherElements ? 'other elements' : `<${refusedTagName}>`
      const what = `${property.toLowerCase()} on ${place}`
      const kind = { rule: 'property-not-on-element', what, source: restriction.source }
      changes.record(kind, placeOfCss(loc))
    }
    rule.block.children = rule.block.children.filter((node) => !declarations.includes(node as Declaration))
    if (kept.length > 0) split.push(ruleOf(kept, declarations))
  }
  if (split.length === 0 && !rule.block.children.isEmpty) return null
  return rule.block.children.isEmpty ? split : [rule, ...split]
}

function ruleOf(selectors: Selector[], declarations: Declaration[]): Rule {
  return {
    type: 'Rule',
    prelude: { type: 'SelectorList', children: new List<CssNode>().fromArray(selectors) },
    block: { type: 'Block', children: new List<CssNode>().fromArray(declarations) },
  }
}

function narrowed(selector: Selector, where: string): Selector {
  const copy = clone(selector) as Selector
  const condition = parse(`:where(${where})`, { context: 'selector' }) as Selector
  copy.children.appendList(condition.children)
  return copy
}

/** The kinds of elements that a selector may be for, going by its last compound: type names, or `otherElements`. */
type TagNamesOf = (selector: Selector) => string[]

const otherElements = 'other'
/** The types that some restriction tells from the rest; hostile emails have a hundred thousand others. */
const toldApart = new Set('td th body span div p img table'.split(' '))

function tagNamesByName({ document }: Message): TagNamesOf {
  const matcher = new SelectorMatcher()
  const byName = new Map<string, Set<string>>()
  const types = new Set<string>()
  const kinds = new Set<string>()
  const kindOf = (tagName: string): string => (toldApart.has(tagName) ? tagName : otherElements)
  for (const element of elementsIn(document)) {
    const { id, classNames } = matcher.namesOf(element)
    const kind = kindOf(element.tagName)
    types.add(element.tagName)
    kinds.add(kind)
    const names = [...classNames].map((className) => `.${className}`)
    if (id !== null) names.push(`#${id}`)
    for (const name of names) byName.set(name, (byName.get(name) ?? new Set()).add(kind))
  }
  return (selector) => {
    const subject = simpleSelector(selector)?.compounds.at(-1)
    if (subject?.tagName) return types.has(subject.tagName) ? [kindOf(subject.tagName)] : []
    const names = subject?.classNames.map((name) => `.${name}`) ?? []
    if (subject && subject.id !== null) names.push(`#${subject.id}`)
    return [...kinds].filter((kind) => names.every((name) => byName.get(name)?.has(kind) ?? false))
  }
}
