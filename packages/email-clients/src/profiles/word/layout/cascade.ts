import { generate, walk, type Declaration } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Message } from '../../../emulate/message'
import type { InlineDeclarations } from './inline-declarations'
import { longhands } from './longhands'
import { SelectorMatcher, simpleSelector, type SimpleSelector } from './selector-matching'

interface CascadeRule {
  selector: SimpleSelector
  order: number
  declarations: Declaration[]
}

/** Rules looked at for one class, id or type, and so for one element: more is no email's. */
const maxRulesPerName = 64

/** What an email's rules and `style` attributes say of some properties of an element, worked out as CSS does it. */
export class Cascade {
  readonly #rules = new Map<string, CascadeRule[]>()
  readonly #matcher = new SelectorMatcher()

  /** @param isWanted by property name in lower case, shorthands too */
  constructor(
    { styleBlocks }: Message,
    private readonly inline: InlineDeclarations,
    private readonly isWanted: (property: string) => boolean,
  ) {
    let order = 0
    for (const { sheet } of styleBlocks) {
      if (!sheet) continue
      walk(sheet, {
        visit: 'Rule',
        enter: (rule) => {
          const declarations = this.#wanted(rule.block.children)
          if (declarations.length === 0 || rule.prelude.type !== 'SelectorList') return
          for (const node of rule.prelude.children) {
            const selector = node.type === 'Selector' ? simpleSelector(node) : null
            if (selector) this.#addRule({ selector, order: order++, declarations })
          }
        },
      })
    }
  }

  /** Longhand properties with their values as CSS text; those of which nothing is said are missing. */
  valuesOf(element: Tree.Element): Map<string, string> {
    const { id, classNames } = this.#matcher.namesOf(element)
    const keys = [`${element.tagName}`, '*', ...(id === null ? [] : [`#${id}`])]
    for (const name of classNames) if (keys.length < 32) keys.push(`.${name}`)
    const matching = keys
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter(({ selector }) => this.#matcher.matches(element, selector))
      .sort((one, other) => one.selector.specificity - other.selector.specificity || one.order - other.order)
    const own = this.inline.find(element)
    const groups = [
      ...matching.map(({ declarations }) => declarations),
      own ? this.#wanted(own.children) : [],
    ]
    const values = new Map<string, string>()
    for (const important of [false, true]) {
      for (const declarations of groups) {
        for (const declaration of declarations) {
          if (Boolean(declaration.important) !== important) continue
          for (const [name, value] of longhands(
            declaration.property.toLowerCase(),
            generate(declaration.value),
          ))
            values.set(name, value)
        }
      }
    }
    return values
  }

  #wanted(nodes: Iterable<{ type: string }>): Declaration[] {
    const wanted: Declaration[] = []
    for (const node of nodes) {
      if (node.type !== 'Declaration') continue
      const declaration = node as Declaration
      if (this.isWanted(declaration.property.toLowerCase())) wanted.push(declaration)
    }
    return wanted
  }

  #addRule(rule: CascadeRule): void {
    const subject = rule.selector.compounds.at(-1)
    if (!subject) return
    const [className] = subject.classNames
    const key =
      subject.id !== null
        ? `#${subject.id}`
        : className !== undefined
          ? `.${className}`
          : (subject.tagName ?? '*')
    const known = this.#rules.get(key)
    if (!known) this.#rules.set(key, [rule])
    else if (known.length < maxRulesPerName) known.push(rule)
  }
}
