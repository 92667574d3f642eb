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

/** Limits the characters that rules add. Further rules are ignored; only hostile emails need more. */
const maxCopiedPerElement = 4_000
const sparedCopies = 4_000_000

/** Elements of one type with equal rules and an equal `style` share a list. */
export class InlinedStyles {
  readonly #owns = new Map<Tree.Element, StyleAttribute>()
  readonly #lists = new Map<string, StyleAttribute>()
  readonly #numbers = new Map<StyleAttribute | null, number>()
  readonly #runs = new WeakMap<readonly WordRule[], { length: number; number: number }>()
  readonly #runNumbers = new Map<string, number>()
  #copiesLeft: number

  constructor(
    private readonly message: Message,
    elementCount: number,
  ) {
    this.#copiesLeft = sparedCopies + elementCount * maxCopiedPerElement
    for (const attribute of message.styleAttributes) {
      this.#numbers.set(attribute, this.#numbers.size)
      for (const owner of attribute.owners) this.#owns.set(owner, attribute)
    }
  }

  ownOf(element: Tree.Element): StyleAttribute | null {
    return this.#owns.get(element) ?? null
  }

  add(element: Tree.Element, own: StyleAttribute | null, rules: readonly WordRule[]): void {
    if (!own && rules.length === 0) return
    const run = this.#runOf(rules)
    this.#copiesLeft -= run.length
    const isCopied = this.#copiesLeft > 0
    const key = [element.tagName, this.#numbers.get(own) ?? '', isCopied ? run.number : ''].join(' ')
    const known = this.#lists.get(key)
    if (known) known.owners.push(element)
    else this.#lists.set(key, { ...merge(own, isCopied ? rules : []), owners: [element] })
  }

  #runOf(rules: readonly WordRule[]): { length: number; number: number } {
    const known = this.#runs.get(rules)
    if (known) return known
    const orders = rules.map(({ order }) => order).join(' ')
    const number = this.#runNumbers.get(orders) ?? this.#runNumbers.size
    this.#runNumbers.set(orders, number)
    const run = { length: rules.reduce((sum, { length }) => sum + length, 0), number }
    this.#runs.set(rules, run)
    return run
  }

  finish(): void {
    this.message.styleAttributes = [...this.#lists.values()]
  }
}

function merge(own: StyleAttribute | null, rules: readonly WordRule[]): Omit<StyleAttribute, 'owners'> {
  const normal = new Map<string, Declaration>()
  const important = new Map<string, Declaration>()
  const lists = [...rules.map(({ rule }) => rule.block.children), ...(own?.list ? [own.list.children] : [])]
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
  return { css: own?.css ?? '', parseError: null, list: { type: 'DeclarationList', children } }
}
