import type { ChangeKind } from '../../../engine/change-log'
import { walk, type CssNode, type Rule, type WalkContext } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { writeColour, type Colour } from '../../../engine/dark/colour'
import { outlookDarkColours } from '../../../engine/dark/inversions'
import { visitColours } from '../../../engine/dark/visit-colours'
import { elementsIn, findAttribute, setAttribute } from '../../../engine/html-tree'
import type { Message, Step } from '../../../engine/message'
import type { Citation } from '../../../sources/sources'

/** Attributes that keep a changed colour: `ogsc` the text colour of a style, `ogab` the background of an attribute. */
const keptIn = {
  style: { text: 'data-ogsc', background: 'data-ogsb' },
  attribute: { text: 'data-ogac', background: 'data-ogab' },
} as const

/**
 * An attribute keeps the original colour, empty if a rule sets it or it is inherited. The author's rules for the
 * attribute win, because changed colours are written without `!important`. `base`: what white becomes.
 */
export function darkenColours(base: Colour, source: Citation): Step {
  return function darkenColours(message) {
    const toDark = outlookDarkColours(base)
    const darkenedKeys = { text: new Set<string>(), background: new Set<string>() }
    const authorDarkRules = findAuthorDarkRules(message)
    const unchangedTexts = new Set<Tree.Element>()

    visitColours(message, (site) => {
      const { colour, role, rule, owners, text, name } = site
      if ((role !== 'text' && role !== 'background') || (rule && authorDarkRules.has(rule))) return null
      const dark = toDark(colour, role)
      if (!dark || writeColour(dark) === writeColour(colour)) {
        if (role === 'text') for (const owner of owners) unchangedTexts.add(owner)
        return null
      }
      const kind: ChangeKind = { rule: 'dark-colour', what: name, source }
      message.changes.record(kind, site.where, Math.max(1, owners.length))
      if (rule) for (const key of keysOf(rule)) darkenedKeys[role].add(key)
      const attribute = keptIn[site.origin === 'attribute' ? 'attribute' : 'style'][role]
      for (const owner of owners) setAttribute(owner, attribute, text)
      return dark
    })

    markElements(message, darkenedKeys, unchangedTexts)
  }
}

/** A rule counts for all elements with the last name of its selector. */
function markElements(
  { document }: Message,
  darkenedKeys: Record<'text' | 'background', ReadonlySet<string>>,
  unchangedTexts: ReadonlySet<Tree.Element>,
): void {
  const darkened = new Set<Tree.ParentNode>()
  for (const element of elementsIn(document)) {
    const keys = ['*', element.tagName]
    const id = findAttribute(element, 'id')
    if (id !== null) keys.push(`#${id}`)
    for (const name of (findAttribute(element, 'class') ?? '').split(/[\t\n\f\r ]+/)) keys.push(`.${name}`)
    const isMarked = (role: 'text' | 'background') =>
      keys.some((key) => darkenedKeys[role].has(key)) ||
      findAttribute(element, keptIn.attribute[role]) !== null ||
      findAttribute(element, keptIn.style[role]) !== null
    if (isMarked('background') && findAttribute(element, 'data-ogsb') === null)
      setAttribute(element, 'data-ogsb', '')
    const inherits = element.parentNode !== null && darkened.has(element.parentNode)
    if (!isMarked('text') && (!inherits || unchangedTexts.has(element))) continue
    darkened.add(element)
    if (findAttribute(element, 'data-ogsc') === null) setAttribute(element, 'data-ogsc', '')
  }
}

/** They match only after the user has acted, so their rules mark no elements. */
const states = new Set(['hover', 'active', 'focus', 'visited', 'target'])

/** The last class or id of each selector, or else its type, or `*`. */
function keysOf({ prelude }: Rule): string[] {
  const keys: string[] = []
  if (prelude.type !== 'SelectorList') return keys
  prelude.children.forEach((selector) => {
    if (selector.type !== 'Selector') return
    let key = '*'
    let isOfState = false
    selector.children.forEach((node: CssNode) => {
      if (node.type === 'PseudoClassSelector') isOfState ||= states.has(node.name.toLowerCase())
      if (node.type === 'Combinator') key = '*'
      else if (node.type === 'ClassSelector') key = `.${node.name}`
      else if (node.type === 'IdSelector') key = `#${node.name}`
      else if (node.type === 'TypeSelector' && key === '*') key = node.name.toLowerCase()
    })
    if (!isOfState) keys.push(key)
  })
  return keys
}

function findAuthorDarkRules({ styleBlocks }: Message): ReadonlySet<Rule> {
  const rules = new Set<Rule>()
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'AttributeSelector',
      enter(this: WalkContext, { name }) {
        if (this.rule && /^data-og[as][bc]$/i.test(name.name)) rules.add(this.rule)
      },
    })
  }
  return rules
}
