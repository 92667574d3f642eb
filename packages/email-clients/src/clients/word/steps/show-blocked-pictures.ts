import { findAttribute, placeOf, removeAttribute, rewriteNodes } from '../../../engine/html-tree'
import { isCarried } from '../../../engine/is-carried'
import type { Step } from '../../../engine/message'
import { createRedCross } from './red-cross'

const source =
  'HT 2016, images off; Microsoft, About protecting your privacy by blocking automatic picture downloads'

/** Images of the message itself need no download. */
export function showBlockedPictures(notice: string): Step {
  return function showBlockedPictures({ document, body, images, changes }) {
    if (images === 'allowed') return
    rewriteNodes(document, (node) => {
      if (node.nodeName !== 'img' || !('tagName' in node)) return null
      const address = findAttribute(node, 'src')?.trim() ?? ''
      if (address === '' || isCarried(address)) return null
      changes.record({ rule: 'image-blocked', what: 'img src', source }, placeOf(node, 'src'))
      return [createRedCross(node, notice)]
    })
    const background = findAttribute(body, 'background')
    if (background === null || isCarried(background)) return
    changes.record({ rule: 'image-blocked', what: 'body background', source }, placeOf(body, 'background'))
    removeAttribute(body, 'background')
  }
}
