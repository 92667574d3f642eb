import { clone, List, type CssNode, type DeclarationList } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { readCss } from './css-syntax'
import { findAttribute } from './html-tree'
import type { Message, StyleAttribute } from './message'

/** Changes the `style` of single elements. Equal styles share a list, so a change moves an element to another list. */
export class InlineDeclarations {
  readonly #byOwner = new Map<Tree.Element, StyleAttribute>()
  /** By the original list and the change's key, so that equal elements with an equal change still share one. */
  readonly #changed = new Map<StyleAttribute | null, Map<string, StyleAttribute>>()
  readonly #movedAway = new Map<StyleAttribute, Set<Tree.Element>>()

  constructor(private readonly message: Message) {
    for (const attribute of message.styleAttributes) {
      for (const owner of attribute.owners) this.#byOwner.set(owner, attribute)
    }
  }

  find(element: Tree.Element): DeclarationList | null {
    return this.#byOwner.get(element)?.list ?? null
  }

  add(element: Tree.Element, css: string): void {
    this.#change(element, css, ({ children }) => {
      children.appendList(parseList(css).children)
    })
  }

  prepend(element: Tree.Element, css: string): void {
    // No CSS begins with `<`, so the key differs from that of `add`.
    this.#change(element, `<${css}`, ({ children }) => {
      children.prependList(parseList(css).children)
    })
  }

  replace(element: Tree.Element, isReplaced: RegExp, css: string): void {
    this.#change(element, `${isReplaced.source}\n${css}`, ({ children }) => {
      children.forEach((node, item) => {
        if (node.type === 'Declaration' && isReplaced.test(node.property.toLowerCase())) children.remove(item)
      })
      children.appendList(parseList(css).children)
    })
  }

  /** Must be called once, at the end. */
  finish(): void {
    for (const [attribute, movedAway] of this.#movedAway) {
      attribute.owners = attribute.owners.filter((owner) => !movedAway.has(owner))
    }
    this.message.styleAttributes = this.message.styleAttributes.filter(({ owners }) => owners.length > 0)
  }

  #change(element: Tree.Element, key: string, change: (list: DeclarationList) => void): void {
    const original = this.#byOwner.get(element) ?? null
    if (original) {
      const movedAway = this.#movedAway.get(original) ?? new Set()
      this.#movedAway.set(original, movedAway.add(element))
    }
    const changedByKey = this.#changed.get(original) ?? new Map<string, StyleAttribute>()
    this.#changed.set(original, changedByKey)
    let attribute = changedByKey.get(key)
    if (!attribute) {
      // A step may have made the element: the message has no list for its `style`.
      const written = findAttribute(element, 'style') ?? ''
      const list = original?.list ? asList(clone(original.list)) : parseList(written)
      change(list)
      attribute = { owners: [], css: original?.css ?? '', list, parseError: original?.parseError ?? null }
      changedByKey.set(key, attribute)
      this.message.styleAttributes.push(attribute)
    }
    attribute.owners.push(element)
    this.#movedAway.get(attribute)?.delete(element)
    this.#byOwner.set(element, attribute)
  }
}

const parseList = (css: string): DeclarationList => asList(readCss(css, { context: 'declarationList' }))

const asList = (node: CssNode): DeclarationList =>
  node.type === 'DeclarationList' ? node : { type: 'DeclarationList', children: new List<CssNode>() }
