import type { CssNode, Selector } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute } from '../../../engine/html-tree'

interface Compound {
  tagName: string | null
  id: string | null
  className: string | null
  isLink: boolean
}

export interface WordSelector {
  /** From the outermost to the element itself. */
  compounds: readonly Compound[]
  specificity: number
  /** Word does not read further classes of a chain. */
  ignored: readonly string[]
}

export interface ElementNames {
  tagName: string
  id: string | null
  /** Word knows an element by the first of its classes (email-bugs 75, 2020-01-20). */
  className: string | null
}

/** Null if Word does not read a part of it: it matches nothing. */
export function readSelector(selector: Selector): WordSelector | null {
  let compound: Compound = { tagName: null, id: null, className: null, isLink: false }
  const compounds = [compound]
  const ignored: string[] = []
  let specificity = 0
  for (const node of selector.children as Iterable<CssNode>) {
    if (node.type === 'TypeSelector' && node.name !== '*') {
      compound.tagName = node.name.toLowerCase()
      specificity += 1
    } else if (node.type === 'ClassSelector') {
      if (compound.className !== null) {
        ignored.push(node.name)
        continue
      }
      compound.className = node.name.toLowerCase()
      specificity += 1_000
    } else if (node.type === 'IdSelector') {
      compound.id = node.name.toLowerCase()
      specificity += 1_000_000
    } else if (node.type === 'PseudoClassSelector' && node.name.toLowerCase() === 'link') {
      compound.isLink = true
      specificity += 1_000
    } else if (node.type === 'Combinator' && node.name === ' ') {
      compound = { tagName: null, id: null, className: null, isLink: false }
      compounds.push(compound)
    } else return null
  }
  return { compounds, specificity, ignored }
}

export function keyOf({ compounds }: WordSelector): string {
  const subject = compounds.at(-1)
  if (!subject) return ''
  if (subject.id !== null) return `#${subject.id}`
  return subject.className === null ? (subject.tagName ?? '') : `.${subject.className}`
}

export function namesOf(element: Tree.Element): ElementNames {
  const [className] = (findAttribute(element, 'class') ?? '').slice(0, 256).trim().split(/\s+/)
  return {
    tagName: element.tagName,
    id: findAttribute(element, 'id')?.trim().toLowerCase() ?? null,
    className: className ? className.toLowerCase() : null,
  }
}

export function matchesCompound(element: Tree.Element, names: ElementNames, compound: Compound): boolean {
  return (
    (compound.tagName === null || compound.tagName === names.tagName) &&
    (compound.id === null || compound.id === names.id) &&
    (compound.className === null || compound.className === names.className) &&
    (!compound.isLink || findAttribute(element, 'href') !== null)
  )
}
