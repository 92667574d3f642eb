import { walk, type Declaration } from 'css-tree'
import { placeOf } from './html-tree'
import type { DeclarationPlace, Message } from './message'
import { placeOfCss } from './parse-css'

/** One place for each rule in a style block, and for each different `style` attribute. */
export function declarationPlaces({ styleBlocks, styleAttributes }: Message): DeclarationPlace[] {
  const places: DeclarationPlace[] = []
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Block',
      enter(block) {
        places.push({ items: block.children, inline: false, count: 1, where: ({ loc }) => placeOfCss(loc) })
      },
    })
  }
  for (const { owners, list } of styleAttributes) {
    const [first] = owners
    if (!list || !first) continue
    const where = placeOf(first, 'style')
    places.push({ items: list.children, inline: true, count: owners.length, where: () => where })
  }
  return places
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
