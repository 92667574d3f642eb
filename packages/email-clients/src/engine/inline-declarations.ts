import { clone, List, type CssNode, type DeclarationList } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { readCss } from './css-syntax'
import { findAttribute } from './html-tree'
import type { Message, StyleAttribute } from './message'

/** Changes the `style` of single elements. Equal styles share a list, so a change moves an element to another one. */
export class InlineDeclarations {
  readonly #byOwner = new Map<Tree.Element, StyleAttribute>()
  /** By the original list and the added CSS, so that equal elements still share one. */
  readonly #made = new Map<StyleAttribute | null, Map<string, StyleAttribute>>()
  readonly #left = new Map<StyleAttribute, Set<Tree.Element>>()

  constructor(private readonly message: Message) {
    for (const attribute of message.styleAttributes) {
      for (const owner of attribute.owners) this.#byOwner.set(owner, attribute)
    }
  }

  find(element: Tree.Element): DeclarationList | null {
    return this.#byOwner.get(element)?.list ?? null
  }

  add(element: Tree.Element, css: string): void {
    this.#replace(element, css, (list) => {
      const added = readCss(css, { context: 'declarationList' })
      if (added.type === 'DeclarationList') list.children.appendList(added.children)
    })
  }

  prepend(element: Tree.Element, css: string): void {
    this.#replace(element, `<${css}`, (list) => {
      const added = readCss(css, { context: 'declarationList' })
      if (added.type === 'DeclarationList') list.children.prependList(added.children)
    })
  }

  replace(element: Tree.Element, isReplaced: RegExp, css: string): void {
    this.#replace(element, `${isReplaced.source}\n${css}`, (list) => {
      list.children.forEach((node, item) => {
        if (node.type === 'Declaration' && isReplaced.test(node.property.toLowerCase()))
          list.children.remove(item)
      })
      const added = readCss(css, { context: 'declarationList' })
      if (added.type === 'DeclarationList') list.children.appendList(added.children)
    })
  }

  /** Must be called once, at the end. */
  finish(): void {
    for (const [attribute, gone] of this.#left) {
      attribute.owners = attribute.owners.filter((owner) => !gone.has(owner))
    }
    this.message.styleAttributes = this.message.styleAttributes.filter(({ owners }) => owners.length > 0)
  }

  #replace(element: Tree.Element, key: string, change: (list: DeclarationList) => void): void {
    const before = this.#byOwner.get(element) ?? null
    if (before) {
      const gone = this.#left.get(before) ?? new Set()
      this.#left.set(before, gone.add(element))
    }
    const made = this.#made.get(before) ?? new Map<string, StyleAttribute>()
    this.#made.set(before, made)
    let attribute = made.get(key)
    if (!attribute) {
      const list = copyOf(before?.list ?? null, findAttribute(element, 'style') ?? '')
      change(list)
      attribute = { owners: [], css: before?.css ?? '', list, parseError: before?.parseError ?? null }
      made.set(key, attribute)
      this.message.styleAttributes.push(attribute)
    }
    attribute.owners.push(element)
    this.#left.get(attribute)?.delete(element)
    this.#byOwner.set(element, attribute)
  }
}

/** `written`: the `style` of an element that a step made, for which the message has no list. */
function copyOf(list: DeclarationList | null, written: string): DeclarationList {
  const copy = list ? clone(list) : readCss(written, { context: 'declarationList' })
  return copy.type === 'DeclarationList' ? copy : { type: 'DeclarationList', children: new List<CssNode>() }
}
