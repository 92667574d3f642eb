import type { Citation } from '../../sources/sources'
import { walk, type Declaration } from 'css-tree'
import { filterEachDeclaration } from '../declaration-places'
import { elementsIn, isHtmlElement, placeOf } from '../html-tree'
import { isCarried } from '../is-carried'
import type { Message, Step } from '../message'

/**
 * For clients that remove an image's address and insert no dummy image: its styled alternative text shows, in its size.
 */
export const blockImages = removeImageAddresses(
  'HT 2016, images off: Gmail, Yahoo, AOL and Outlook.com remove src',
)

export function removeImageAddresses(source: Citation): Step {
  return function removeImageAddresses(message) {
    if (message.images === 'blocked') removeAddressesFrom(message, source)
  }
}

function removeAddressesFrom(message: Message, source: Citation): void {
  const { document, changes } = message
  for (const element of elementsIn(document)) {
    const blocked = element.attrs.filter(
      ({ name, value }) =>
        !isCarried(value) &&
        (name === 'background' ||
          name === 'srcset' ||
          name === 'poster' ||
          (name === 'src' && ['img', 'input', 'image', 'source'].includes(element.tagName))),
    )
    if (blocked.length === 0 || !isHtmlElement(element)) continue
    element.attrs = element.attrs.filter((attribute) => !blocked.includes(attribute))
    for (const { name } of blocked) {
      changes.record(
        { rule: 'image-blocked', what: `${element.tagName} ${name}`, source },
        placeOf(element, name),
      )
    }
  }
  filterEachDeclaration(message, (declaration, place) => {
    if (!removeUrls(declaration)) return true
    const kind = { rule: 'image-blocked', what: `${declaration.property} url()`, source }
    changes.record(kind, ...place.at(declaration))
    const hasValueLeft = declaration.value.type === 'Value' && !declaration.value.children.isEmpty
    return hasValueLeft
  })
}

/** Keeps the rest of the value, such as the colour in `background: #fff url(a.png)`. */
function removeUrls({ value }: Declaration): boolean {
  let removed = false
  walk(value, {
    visit: 'Url',
    enter(node, item, list) {
      if (isCarried(node.value)) return
      removed = true
      list?.remove(item)
    },
  })
  return removed
}
