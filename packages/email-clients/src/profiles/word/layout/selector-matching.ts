import type { CssNode, Selector } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../../emulate/html-tree'

/** One compound of a selector: what an element must be. Names in lower case: in quirks mode case does not count. */
interface Compound {
  tagName: string | null
  id: string | null
  classNames: string[]
}

/** A selector of Word's kind: types, classes and ids, one inside the other. */
export interface SimpleSelector {
  /** From the outermost to the element itself. */
  compounds: Compound[]
  specificity: number
}

/** Null for a selector with anything that Word does not understand: it matches nothing. */
export function simpleSelector(selector: Selector): SimpleSelector | null {
  const compounds: Compound[] = [{ tagName: null, id: null, classNames: [] }]
  let specificity = 0
  for (const node of selector.children as Iterable<CssNode>) {
    const compound = compounds.at(-1)
    if (!compound) return null
    if (node.type === 'TypeSelector') {
      if (node.name === '*') continue
      compound.tagName = node.name.toLowerCase()
      specificity += 1
    } else if (node.type === 'ClassSelector') {
      compound.classNames.push(node.name.toLowerCase())
      specificity += 1_000
    } else if (node.type === 'IdSelector') {
      compound.id = node.name.toLowerCase()
      specificity += 1_000_000
    } else if (node.type === 'Combinator' && node.name === ' ') {
      compounds.push({ tagName: null, id: null, classNames: [] })
    } else return null
  }
  return { compounds, specificity }
}

/** Far above what real emails take; bounds what hostile ones can. */
const maxSteps = 3_000_000

/** Matches selectors, reading each element's names once. */
export class SelectorMatcher {
  readonly #names = new WeakMap<Tree.Element, { id: string | null; classNames: Set<string> }>()
  #steps = 0

  /** Class names and id of an element, in lower case. */
  namesOf(element: Tree.Element): { id: string | null; classNames: ReadonlySet<string> } {
    const known = this.#names.get(element)
    if (known) return known
    const names = {
      id: findAttribute(element, 'id')?.toLowerCase() ?? null,
      classNames: new Set((findAttribute(element, 'class') ?? '').toLowerCase().split(/\s+/).filter(Boolean)),
    }
    this.#names.set(element, names)
    return names
  }

  matches(element: Tree.Element, { compounds }: SimpleSelector): boolean {
    let at = compounds.length - 1
    if (!this.#fits(element, compounds[at])) return false
    // With descendants only, the nearest ancestor that fits is as good as any.
    for (let node = element.parentNode; at > 0; node = 'parentNode' in node ? node.parentNode : null) {
      if (!node || !('tagName' in node)) return false
      this.#steps += 1
      if (this.#steps > maxSteps) return false
      if (this.#fits(node, compounds[at - 1])) at -= 1
    }
    return true
  }

  #fits(element: Tree.Element, compound: Compound | undefined): boolean {
    if (!compound) return false
    if (compound.tagName !== null && compound.tagName !== element.tagName) return false
    if (compound.id === null && compound.classNames.length === 0) return true
    const { id, classNames } = this.namesOf(element)
    if (compound.id !== null && compound.id !== id) return false
    return compound.classNames.every((name) => classNames.has(name))
  }
}
