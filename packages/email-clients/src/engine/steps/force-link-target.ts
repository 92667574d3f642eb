import type { Citation } from '../../sources/sources'
import { elementsIn, findAttribute, placeOf, setAttribute } from '../html-tree'
import type { Step } from '../message'

/** Reports only links with another target. */
export function forceLinkTarget(source: Citation): Step {
  return function forceLinkTarget({ document, changes }) {
    for (const element of elementsIn(document)) {
      if (element.tagName !== 'a' && element.tagName !== 'area') continue
      if (findAttribute(element, 'href') === null) continue
      const asked = findAttribute(element, 'target')
      if (asked !== null && asked !== '_blank') {
        changes.record({ rule: 'link-target-forced', what: asked, source }, placeOf(element, 'target'))
      }
      setAttribute(element, 'target', '_blank')
    }
  }
}
