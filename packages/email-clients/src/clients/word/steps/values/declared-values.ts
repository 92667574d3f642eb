import { generate, type DeclarationList } from 'css-tree'
import { longhandsOf } from './longhands'

export class DeclaredValues {
  readonly #known = new WeakMap<DeclarationList, ReadonlyMap<string, string>>()

  /** @param isWanted also asked for shorthands; names in lower case */
  constructor(private readonly isWanted: (property: string) => boolean) {}

  valuesIn(list: DeclarationList | null): ReadonlyMap<string, string> {
    if (!list) return new Map()
    const known = this.#known.get(list)
    if (known) return known
    const values = new Map<string, string>()
    for (const important of [false, true]) {
      for (const node of list.children) {
        if (node.type !== 'Declaration' || Boolean(node.important) !== important) continue
        const property = node.property.toLowerCase()
        if (!this.isWanted(property)) continue
        for (const [name, value] of longhandsOf(property, generate(node.value))) values.set(name, value)
      }
    }
    this.#known.set(list, values)
    return values
  }
}
