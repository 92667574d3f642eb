import { elementsIn, findAttribute, placeOf, removeAttribute } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'

export const hideEmbeddedGifs: Step = ({ document, changes }) => {
  for (const element of elementsIn(document)) {
    if (element.tagName !== 'img' || !/^\s*data:image\/gif\b/i.test(findAttribute(element, 'src') ?? ''))
      continue
    const source = 'caniemail image-base64 note 1, 2020-02'
    changes.record({ rule: 'image-not-shown', what: 'data: GIF', source }, placeOf(element, 'src'))
    removeAttribute(element, 'src')
  }
}
