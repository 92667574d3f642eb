import type { CssNode } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute } from '../../engine/html-tree'

/** All elements of an email under the names that they had before the first step and have after the last. */
export class EmailElements {
  readonly #named: Named[]
  readonly #found = new Map<CssNode, ReadonlySet<Tree.Element> | null>()
  readonly #styles = new Map<Tree.Element, string>()
  readonly #byName = new Map<string, Set<Tree.Element>>()

  constructor(sent: Tree.Document) {
    this.#named = elementsIn(sent).map(withNames)
  }

  /** After the last step, before anything is asked. */
  add(drawn: Tree.Document): void {
    this.#named.push(...elementsIn(drawn).map(withNames))
  }

  /**
   * Never too few, maybe too many: combinators, further classes of a chain (Word reads only the first), attributes and
   * pseudo-classes are not compared. Null: any.
   */
  find(selector: CssNode): ReadonlySet<Tree.Element> | null {
    const known = this.#found.get(selector)
    if (known !== undefined) return known
    const found = this.#find(selector)
    this.#found.set(selector, found)
    return found
  }

  #find(selector: CssNode): ReadonlySet<Tree.Element> | null {
    const compounds = readCompounds(selector)
    if (compounds === null) return null
    const sets = compounds.map((names) =>
      names.map((name) => this.#index().get(name) ?? new Set<Tree.Element>()),
    )
    if (sets.some((ofCompound) => ofCompound.some(({ size }) => size === 0))) return new Set()
    const subject = sets.at(-1) ?? []
    return subject.length === 0 ? null : subject.reduce((one, other) => (other.size < one.size ? other : one))
  }

  /** Its `style` as sent, in lower case, with blanks within values alone. */
  sentStyleOf(element: Tree.Element): string {
    if (this.#styles.size === 0)
      for (const { element: named, style } of this.#named)
        if (!this.#styles.has(named)) this.#styles.set(named, style)
    return (this.#styles.get(element) ?? '')
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .replace(/ ?([:;,!]) ?/g, '$1')
  }

  #index(): ReadonlyMap<string, ReadonlySet<Tree.Element>> {
    if (this.#byName.size > 0) return this.#byName
    for (const { element, names } of this.#named) {
      for (const name of names) {
        const known = this.#byName.get(name)
        if (known) known.add(element)
        else this.#byName.set(name, new Set([element]))
      }
    }
    return this.#byName
  }
}

interface Named {
  element: Tree.Element
  names: readonly string[]
  style: string
}

const withNames = (element: Tree.Element): Named => ({
  element,
  names: namesOf(element),
  style: findAttribute(element, 'style') ?? '',
})

/** Its type, `#id` and `.class`es, in lower case, as in quirks mode. */
export function namesOf(element: Tree.Element): string[] {
  const classes = (findAttribute(element, 'class') ?? '').toLowerCase().split(/\s+/)
  const id = (findAttribute(element, 'id') ?? '').trim().toLowerCase()
  return [element.tagName.toLowerCase(), `#${id}`, ...classes.map((name) => `.${name}`)]
}

/** Null for what is no plain selector. Each compound has at most a type, ids and its first class. */
function readCompounds(selector: CssNode): string[][] | null {
  if (selector.type !== 'Selector') return null
  let compound: string[] = []
  const compounds = [compound]
  for (const node of selector.children) {
    if (node.type === 'NestingSelector') return null
    if (node.type === 'Combinator') {
      compound = []
      compounds.push(compound)
      continue
    }
    const inner = readOnlyArgument(node)
    const last = inner?.pop()
    if (inner && last) {
      compounds.splice(-1, 0, ...inner)
      compound.push(...last)
    }
    const name = readName(node)
    const isFurtherClass = name?.startsWith('.') && compound.some((known) => known.startsWith('.'))
    if (name !== null && !isFurtherClass) compound.push(name)
  }
  return compounds
}

export function readName(node: CssNode): string | null {
  if (node.type === 'TypeSelector') return node.name.endsWith('*') ? null : node.name.toLowerCase()
  if (node.type === 'IdSelector') return `#${node.name.toLowerCase()}`
  if (node.type === 'ClassSelector') return `.${node.name.toLowerCase()}`
  return node.type === 'PseudoClassSelector' && node.name.toLowerCase() === 'root' ? 'html' : null
}

/** The clients' pages confine their rules with `:where()`. */
function readOnlyArgument(node: CssNode): string[][] | null {
  if (node.type !== 'PseudoClassSelector' || !/^(?:where|is)$/i.test(node.name)) return null
  const list = node.children?.first
  if (list?.type !== 'SelectorList' || list.children.size !== 1 || !list.children.first) return null
  return readCompounds(list.children.first)
}
