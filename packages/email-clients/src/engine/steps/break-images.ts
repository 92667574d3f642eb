import type { Citation } from '../../sources/sources'
import { walk } from 'css-tree'
import { declarationPlaces } from '../declaration-places'
import { elementsIn, isHtmlElement, placeOf, removeAttribute } from '../html-tree'
import { isCarried } from '../is-carried'
import type { Step } from '../message'
import { missingReference } from '../../references/resolve-reference'

const pictures = new Set(['img', 'input', 'image', 'source', 'video'])

/**
 * For clients that keep the addresses of remote images and do not load them: the engine draws its placeholder and the
 * alternative text.
 */
export function breakImages(source: Citation): Step {
  return function breakImages(message) {
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
      // One address is enough, because all densities show the same.
      removeAttribute(element, 'srcset')
    }
    for (const place of declarationPlaces(message)) {
      place.items.forEach((declaration) => {
        if (declaration.type !== 'Declaration') return
        walk(declaration.value, (node) => {
          if (node.type !== 'Url' || isCarried(node.value)) return
          node.value = missingReference
          const kind = { rule: 'image-blocked', what: `${declaration.property} url()`, source }
          changes.record(kind, ...place.at(declaration))
        })
      })
    }
  }
}
