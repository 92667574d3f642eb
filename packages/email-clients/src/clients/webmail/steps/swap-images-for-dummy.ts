import type { Citation } from '../../../sources/sources'
import { elementsIn, findAttribute, placeOf, setAttribute } from '../../../engine/html-tree'
import { isCarried } from '../../../engine/is-carried'
import type { Step } from '../../../engine/message'
import { removeImageAddresses } from '../../../engine/steps/block-images'

/** Engineering default: the dummy for an image is transparent. */
const dummy = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** With images off, those that would be fetched show no alternative text. */
export function swapImagesForDummy(source: Citation): Step {
  const removeOtherAddresses = removeImageAddresses(source)
  return function swapImagesForDummy(message) {
    if (message.images === 'allowed') return
    const swapped = elementsIn(message.document).filter((element) => {
      const address = findAttribute(element, 'src')
      return element.tagName === 'img' && address !== null && !isCarried(address)
    })
    removeOtherAddresses(message)
    for (const image of swapped) {
      setAttribute(image, 'src', dummy)
      message.changes.record({ rule: 'image-swapped', what: 'img', source }, placeOf(image))
    }
  }
}
