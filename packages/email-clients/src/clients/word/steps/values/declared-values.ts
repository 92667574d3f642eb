import { generate, type DeclarationList } from 'css-tree'
import { longhands } from './longhands'

/**
 * Reads the longhand properties of declaration lists, each once: CSS text by name, only for properties that are set.
 */
export class DeclaredValues {
  readonly #known = new WeakMap<DeclarationList, ReadonlyMap<string, string>>()

  /** @param isWanted by property name in lower case, shorthands too */
  constructor(private readonly isWanted: (property: string) => boolean) {}

  of(list: DeclarationList | null): ReadonlyMap<string, string> {
    if (!list) return new Map()
    const known = this.#known.get(list)
    if (known) return known
    const values = new Map<string, string>()
    for (const important of [false, true]) {
      for (const node of list.children) {
        if (node.type !== 'Declaration' || Boolean(node.important) !== important) continue
        const property = node.property.toLowerCase()
        if (!this.isWanted(property)) continue
        for (const [name, value] of longhands(property, generate(node.value))) values.set(name, value)
      }
    }
    this.#known.set(list, values)
    return values
  }
}
