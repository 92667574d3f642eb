import type { Citation } from '../../../sources/sources'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, findAttribute, placeOf, rewriteNodes } from '../../../engine/html-tree'
import { isCarried } from '../../../engine/is-carried'
import type { Step } from '../../../engine/message'
import { removeImageAddresses } from '../../../engine/steps/block-images'

export function placeholdImages(source: Citation): Step {
  const removeOtherAddresses = removeImageAddresses(source)
  return function placeholdImages(message) {
    if (message.images === 'allowed') return
    rewriteNodes(message.document, (node) => {
      if (node.nodeName !== 'img' || !('tagName' in node)) return null
      const address = findAttribute(node, 'src')
      if (address === null || isCarried(address)) return null
      message.changes.record({ rule: 'image-placeheld', what: 'img', source }, placeOf(node))
      return [placeholderOf(node)]
    })
    removeOtherAddresses(message)
  }
}

function placeholderOf(image: Tree.Element): Tree.Element {
  const length = (name: string): string => {
    const [, digits, unit] = /^\s*(\d{1,5})\s*(%?)/.exec(findAttribute(image, name) ?? '') ?? []
    return digits === undefined ? '' : `;${name}:${digits}${unit === '%' ? '%' : 'px'}`
  }
  return createElement('span', {
    style:
      'display:inline-flex;box-sizing:border-box;min-width:22px;min-height:22px;max-width:100%;' +
      `border:1px solid #adaba8;border-radius:4px;vertical-align:bottom${length('width')}${length('height')}`,
  })
}
