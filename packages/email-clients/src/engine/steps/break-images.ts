import type { Citation } from '../../sources/sources'
import { walk } from 'css-tree'
import { declarationPlaces } from '../declaration-places'
import { elementsIn, isHtmlElement, placeOf, removeAttribute } from '../html-tree'
import type { Step } from '../message'
import { missingReference } from '../../references/resolve-reference'

const pictures = new Set(['img', 'input', 'image', 'source', 'video'])

/**
 * With images off, for clients that only stop the loading of remote ones: their addresses become one that never loads,
 * so that the engine draws what it draws of a missing image, its own placeholder and the alternative text. What the
 * message carries stays.
 */
export function breakImages(source: Citation): Step {
  return (message) => {
    if (message.images === 'allowed') return
    const { document, changes } = message
    for (const element of elementsIn(document)) {
      if (!isHtmlElement(element)) continue
      for (const attribute of element.attrs) {
        const { name } = attribute
        const isAddress =
          name === 'background' || ((name === 'src' || name === 'poster') && pictures.has(element.tagName))
        if ((!isAddress && name !== 'srcset') || isCarried(attribute.value)) continue
        attribute.value = missingReference
        changes.record(
          { rule: 'image-blocked', what: `${element.tagName} ${name}`, source },
          placeOf(element, name),
        )
      }
      // One address is enough, and says the same for every density.
      removeAttribute(element, 'srcset')
    }
    for (const place of declarationPlaces(message)) {
      place.items.forEach((declaration) => {
        if (declaration.type !== 'Declaration') return
        walk(declaration.value, (node) => {
          if (node.type !== 'Url' || isCarried(node.value)) return
          node.value = missingReference
          const kind = { rule: 'image-blocked', what: `${declaration.property} url()`, source }
          changes.record(kind, place.where(declaration), place.count)
        })
      })
    }
  }
}

function isCarried(address: string): boolean {
  return /^\s*(?:data|cid):/i.test(address.slice(0, 64))
}
