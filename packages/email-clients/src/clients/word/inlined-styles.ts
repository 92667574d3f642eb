import { clone, List, type CssNode, type Declaration, type Rule } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Message, StyleAttribute, StyleBlock } from '../../engine/message'
import type { WordSelector } from './steps/word-selectors'

export interface WordRule {
  selector: WordSelector
  order: number
  rule: Rule
  block: StyleBlock
  /** Characters that the rule adds to each element. */
  length: number
}

/** Limits on the characters that rules add. Further rules are ignored; only hostile emails need more. */
const charactersPerElement = 4_000
const charactersPerEmail = 4_000_000

interface RulesInfo {
  /** Equal for equal rules in equal order. */
  number: number
  length: number
}

/** Elements of one type with equal rules and an equal `style` share a list. */
export class InlinedStyles {
  readonly #sentStyles = new Map<Tree.Element, StyleAttribute>()
  readonly #styleNumbers = new Map<StyleAttribute | null, number>()
  readonly #rulesInfos = new WeakMap<readonly WordRule[], RulesInfo>()
  readonly #rulesNumbers = new Map<string, number>()
  readonly #inlined = new Map<string, StyleAttribute>()
  #charactersLeft: number

  constructor(
    private readonly message: Message,
    elementCount: number,
  ) {
    this.#charactersLeft = charactersPerEmail + elementCount * charactersPerElement
    for (const attribute of message.styleAttributes) {
      this.#styleNumbers.set(attribute, this.#styleNumbers.size)
      for (const owner of attribute.owners) this.#sentStyles.set(owner, attribute)
    }
  }

  sentStyleOf(element: Tree.Element): StyleAttribute | null {
    return this.#sentStyles.get(element) ?? null
  }

  add(element: Tree.Element, sentStyle: StyleAttribute | null, rules: readonly WordRule[]): void {
    if (!sentStyle && rules.length === 0) return
    const { number, length } = this.#infoOf(rules)
    this.#charactersLeft -= length
    const isCopied = this.#charactersLeft > 0
    const key = [element.tagName, this.#styleNumbers.get(sentStyle) ?? '', isCopied ? number : ''].join(' ')
    const known = this.#inlined.get(key)
    if (known) known.owners.push(element)
    else this.#inlined.set(key, { ...merge(sentStyle, isCopied ? rules : []), owners: [element] })
  }

  finish(): void {
    this.message.styleAttributes = [...this.#inlined.values()]
  }

  #infoOf(rules: readonly WordRule[]): RulesInfo {
    const known = this.#rulesInfos.get(rules)
    if (known) return known
    const orders = rules.map(({ order }) => order).join(' ')
    const number = this.#rulesNumbers.get(orders) ?? this.#rulesNumbers.size
    this.#rulesNumbers.set(orders, number)
    const info = { number, length: rules.reduce((sum, { length }) => sum + length, 0) }
    this.#rulesInfos.set(rules, info)
    return info
  }
}

function merge(sentStyle: StyleAttribute | null, rules: readonly WordRule[]): Omit<StyleAttribute, 'owners'> {
  const normal = new Map<string, Declaration>()
  const important = new Map<string, Declaration>()
  const sentLists = sentStyle?.list ? [sentStyle.list.children] : []
  const lists = [...rules.map(({ rule }) => rule.block.children), ...sentLists]
  for (const list of lists) {
    for (const node of list as Iterable<CssNode>) {
      if (node.type !== 'Declaration') continue
      const declarations = node.important === false ? normal : important
      const name = node.property.toLowerCase()
      // A repeated declaration moves to the end, because a Map keeps the place of a key that is set again.
      declarations.delete(name)
      declarations.set(name, node)
    }
  }
  const children = new List<CssNode>()
  for (const declaration of [...normal.values(), ...important.values()]) children.push(clone(declaration))
  return { css: sentStyle?.css ?? '', parseError: null, list: { type: 'DeclarationList', children } }
}
