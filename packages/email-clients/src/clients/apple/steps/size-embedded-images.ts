import { elementsIn, findAttribute, placeOf, removeAttribute } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

const source = 'caniemail html-width note 3, 12.4 (caniemail issue 171, 2021-07)'

/**
 * Removes `width` from images that came with the message: Mail on macOS draws them in their own width, unless CSS sets
 * another.
 */
export const sizeEmbeddedImages: Step = ({ document, changes }) => {
  for (const element of elementsIn(document)) {
    if (element.tagName !== 'img' || findAttribute(element, 'width') === null) continue
    if (!/^\s*cid:/i.test(findAttribute(element, 'src') ?? '')) continue
    changes.record(
      { rule: 'embedded-width-ignored', what: 'width of <img>', source },
      placeOf(element, 'width'),
    )
    removeAttribute(element, 'width')
  }
}
