import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import {
  createElement,
  createText,
  findAttribute,
  placeOf,
  removeAttribute,
  rewriteNodes,
} from '../../../engine/html-tree'
import { isCarried } from '../../../engine/is-carried'
import type { Step } from '../../../engine/message'

const source =
  'HT 2016, images off; Microsoft, About protecting your privacy by blocking automatic picture downloads'

/**
 * Replaces images that are off by a box with a red cross, Outlook's own text and the alternative text, clipped to the
 * image's dimensions. Images that are part of the message are shown, because they need no download.
 *
 * @param notice Outlook's own text
 */
export function showBlockedPictures(notice: string): Step {
  return function showBlockedPictures({ document, body, images, changes }) {
    if (images === 'allowed') return
    rewriteNodes(document, (node) => {
      if (node.nodeName !== 'img' || !('tagName' in node)) return null
      const address = findAttribute(node, 'src')?.trim() ?? ''
      if (address === '' || isCarried(address)) return null
      changes.record({ rule: 'image-blocked', what: 'img src', source }, placeOf(node, 'src'))
      return [placeholder(node, notice)]
    })
    const background = findAttribute(body, 'background')
    if (background === null || isCarried(background)) return
    changes.record({ rule: 'image-blocked', what: 'body background', source }, placeOf(body, 'background'))
    removeAttribute(body, 'background')
  }
}

/** Engineering default: the look of the box of a blocked picture. */
function placeholder(image: Tree.Element, notice: string): Tree.Element {
  const sizes = ['width', 'height'].flatMap((name) => {
    const size = /^(\d{1,5}(?:\.\d{1,4})?)\s*(%|px)?$/i.exec(findAttribute(image, name)?.trim() ?? '')
    return size ? [`${name}:${size[1] ?? ''}${size[2] ?? 'px'}`] : []
  })
  const align = findAttribute(image, 'align')?.trim().toLowerCase() ?? ''
  const style = [
    'display:inline-block;box-sizing:border-box;max-width:100%;overflow:hidden;border:1px solid #bfbfbf',
    'background:#fff;color:#000;font:8pt/normal "Segoe UI",Tahoma,sans-serif;text-align:left;text-decoration:none',
    ...(align === 'left' || align === 'right' ? [`float:${align}`] : ['vertical-align:bottom']),
    ...sizes,
  ]
  const alt = findAttribute(image, 'alt')?.trim() ?? ''
  const cross = createElement('b', { style: 'color:#d00;font-size:12pt;line-height:1' }, [
    createText('\u00d7'),
  ])
  return createElement('span', { style: style.join(';') }, [
    cross,
    createText(` ${notice}${alt === '' ? '' : ` ${alt}`}`),
  ])
}
