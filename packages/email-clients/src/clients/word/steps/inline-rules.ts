import type { ChangeKind } from '../../../engine/change-log'
import { generate, walk, type WalkContext } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf, rewriteNodes } from '../../../engine/html-tree'
import type { Message, Step, StyleBlock } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'
import { InlinedStyles, type WordRule } from '../inlined-styles'
import {
  keyOf,
  matchesCompound,
  namesOf,
  readSelector,
  type ElementNames,
  type WordSelector,
} from './word-selectors'

/** Limits on the tests of selectors. Further rules are ignored; only hostile emails need more. */
const testsPerElement = 200
const testsPerEmail = 500_000

/**
 * A rule matches only elements after its `<style>`, by one class: the first of a chain. Rules go into `style`, so that
 * later steps see one list for each element.
 */
export const inlineRules: Step = (message) => {
  const elements = elementsIn(message.document)
  const index = new RuleIndex(message, elements.length)
  const inlined = new InlinedStyles(message, elements.length)
  const startedBlocks = new Set<StyleBlock>()
  const blocksByElement = new Map(message.styleBlocks.map((block) => [block.element, block]))
  for (const element of elements) {
    const block = blocksByElement.get(element)
    if (block) startedBlocks.add(block)
    const sentStyle = inlined.sentStyleOf(element)
    // A style that the message does not list is ours, from a VML drawing: rules do not apply to it.
    if (sentStyle === null && findAttribute(element, 'style') !== null) continue
    inlined.add(element, sentStyle, index.rulesFor(element, startedBlocks))
  }
  index.report()
  inlined.finish()
  dropRules(message)
}

function dropRules(message: Message): void {
  const emptied = new Set<Tree.ChildNode>()
  for (const { element, sheet } of message.styleBlocks) {
    sheet?.children.forEach((node, item) => {
      if (node.type !== 'Atrule') sheet.children.remove(item)
    })
    if (!sheet || sheet.children.isEmpty) emptied.add(element)
  }
  message.styleBlocks = message.styleBlocks.filter(({ element }) => !emptied.has(element))
  rewriteNodes(message.document, (node) => (emptied.has(node) ? [] : null))
}

class RuleIndex {
  readonly #rules = new Map<string, WordRule[]>()
  readonly #names = new Map<Tree.Element, ElementNames>()
  /** By type, id, class and link of an element, if no selector asks for ancestors. */
  readonly #known = new Map<string, readonly WordRule[]>()
  readonly #cutRules = new Set<WordRule>()
  readonly #lateCounts = new Map<WordRule, number>()
  #testsLeft: number

  constructor(
    private readonly message: Message,
    elementCount: number,
  ) {
    this.#testsLeft = testsPerEmail + elementCount * testsPerElement
    let order = 0
    for (const block of message.styleBlocks) {
      if (!block.sheet || !isForScreens(block.element)) continue
      const add = this.#add.bind(this)
      walk(block.sheet, {
        visit: 'Rule',
        enter(this: WalkContext, rule) {
          // Only a measurement leaves an `@media` here, for the browser to judge.
          if (this.atrule || rule.prelude.type !== 'SelectorList' || rule.block.children.isEmpty) return
          const length = rule.block.loc ? rule.block.loc.end.offset - rule.block.loc.start.offset : 1_000
          for (const node of rule.prelude.children) {
            const selector = node.type === 'Selector' ? readSelector(node) : null
            if (selector) add({ selector, order: order++, rule, block, length })
          }
        },
      })
    }
  }

  rulesFor(element: Tree.Element, startedBlocks: ReadonlySet<StyleBlock>): readonly WordRule[] {
    const rules = this.#findMatching(element)
    // An `<xml>` of Office before the head's styles makes an HTML parser begin the body there. Word begins it at its
    // tag, so all style blocks of the head apply to it.
    const isBeforeAll = element.tagName === 'html' || element.tagName === 'body'
    if (isBeforeAll || startedBlocks.size === this.message.styleBlocks.length) return rules
    this.#testsLeft -= rules.length
    if (this.#testsLeft <= 0) return []
    return rules.filter((rule) => {
      if (startedBlocks.has(rule.block)) return true
      this.#lateCounts.set(rule, (this.#lateCounts.get(rule) ?? 0) + 1)
      return false
    })
  }

  report(): void {
    const { changes } = this.message
    for (const { rule } of this.#cutRules) {
      const source = 'caniemail css-selector-chaining note 3, 2019-10; email-bugs 75, 2020-01-20'
      const kind: ChangeKind = { rule: 'class-chain-cut', what: generate(rule.prelude), source }
      changes.record(kind, placeOfCss(rule.prelude.loc))
    }
    for (const [{ rule, block }, count] of this.#lateCounts) {
      const source = 'caniemail html-style note 4, 2023-07'
      const kind: ChangeKind = { rule: 'style-after-use', what: generate(rule.prelude), source }
      changes.record(kind, placeOf(block.element), count)
    }
  }

  #findMatching(element: Tree.Element): readonly WordRule[] {
    const { tagName, id, className } = this.#namesOf(element)
    const isLink = findAttribute(element, 'href') !== null
    const key = [tagName, id ?? '', className ?? '', isLink].join('\n')
    const known = this.#known.get(key)
    if (known) return known
    let dependsOnAncestors = false
    const matching: WordRule[] = []
    for (const name of [tagName, className === null ? '' : `.${className}`, id === null ? '' : `#${id}`]) {
      for (const rule of this.#rules.get(name) ?? []) {
        if (this.#testsLeft <= 0) break
        dependsOnAncestors ||= rule.selector.compounds.length > 1
        if (!this.#matches(element, rule.selector)) continue
        if (rule.selector.ignored.length > 0) this.#cutRules.add(rule)
        matching.push(rule)
      }
    }
    matching.sort(
      (one, other) => one.selector.specificity - other.selector.specificity || one.order - other.order,
    )
    if (!dependsOnAncestors) this.#known.set(key, matching)
    return matching
  }

  #add(rule: WordRule): void {
    const key = keyOf(rule.selector)
    const known = this.#rules.get(key)
    if (known) known.push(rule)
    else this.#rules.set(key, [rule])
  }

  /** All combinators are descendant ones, so the nearest matching ancestor is enough. */
  #matches(element: Tree.Element, { compounds }: WordSelector): boolean {
    let at = compounds.length - 1
    for (let node: Tree.ParentNode | null = element; node && 'tagName' in node; node = node.parentNode) {
      const compound = compounds[at]
      if (!compound || this.#testsLeft <= 0) return false
      this.#testsLeft -= 1
      if (matchesCompound(node, this.#namesOf(node), compound)) at -= 1
      else if (node === element) return false
      if (at < 0) return true
    }
    return false
  }

  #namesOf(element: Tree.Element): ElementNames {
    const known = this.#names.get(element)
    if (known) return known
    const names = namesOf(element)
    this.#names.set(element, names)
    return names
  }
}

/** Engineering default: only style sheets for all media or for screens apply, because Word reads no media query. */
function isForScreens(element: Tree.Element): boolean {
  return /^\s*(?:(?:all|screen)\s*)?$/i.test((findAttribute(element, 'media') ?? '').slice(0, 100))
}
