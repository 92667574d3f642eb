import type { Atrule, CssNode, Declaration, List, Rule } from 'css-tree'
import type { ChangedPart } from './changed-part'
import { placeOf } from './html-tree'
import type { DeclarationPlace, Message } from './message'
import { placeOfCss } from './parse-css'

/** One place for each rule in a style block, and for each different `style` attribute. */
export function declarationPlaces({
  styleBlocks,
  styleAttributes,
}: Pick<Message, 'styleBlocks' | 'styleAttributes'>): DeclarationPlace[] {
  const places: DeclarationPlace[] = []
  for (const { sheet } of styleBlocks) {
    if (sheet) addBlocks(sheet.children, { rules: [], atRules: [] }, places)
  }
  for (const { owners, list } of styleAttributes) {
    const [first] = owners
    if (!list || !first) continue
    const where = placeOf(first, 'style')
    const part = { elements: [...owners], beside: list.children }
    places.push({
      items: list.children,
      inline: true,
      part,
      at: (declaration) => [where, part.elements.length, { ...part, declarations: [declaration] }],
    })
  }
  return places
}

interface Around {
  rules: readonly Rule[]
  atRules: readonly Atrule[]
}

/** Recurses no deeper than `parseStyleSheet` allows. */
export function addBlocks(nodes: List<CssNode>, around: Around, places: DeclarationPlace[]): void {
  for (const node of nodes) {
    if ((node.type !== 'Rule' && node.type !== 'Atrule') || !node.block) continue
    const { rules, atRules } = around
    const inside =
      node.type === 'Rule' ? { rules: [...rules, node], atRules } : { rules, atRules: [...atRules, node] }
    const { children } = node.block
    const part = { ...partIn(inside), beside: children }
    places.push({
      items: children,
      inline: false,
      part,
      at: (declaration: Declaration) => [
        placeOfCss(declaration.loc),
        1,
        { ...part, declarations: [declaration] },
      ],
    })
    addBlocks(children, inside, places)
  }
}

/** A nested rule, and an at-rule such as `@page`, may concern any element. */
function partIn({ rules, atRules }: Around): ChangedPart {
  const [rule] = rules
  if (rules.length !== 1 || rule?.prelude.type !== 'SelectorList') return { atRules }
  if (atRules.some(({ name }) => !/^(?:media|supports)$/i.test(name))) return { atRules }
  return { atRules, selectors: rule.prelude.children.toArray() }
}

export function filterEachDeclaration(
  message: Message,
  keeps: (declaration: Declaration, place: DeclarationPlace) => boolean,
): void {
  for (const place of declarationPlaces(message)) {
    place.items.forEach((node, item) => {
      if (node.type === 'Declaration' && !keeps(node, place)) place.items.remove(item)
    })
  }
}
