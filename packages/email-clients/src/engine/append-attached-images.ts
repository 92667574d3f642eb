import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { AttachedImage } from './emulated-document'
import { createElement } from './html-tree'
import { headAndBody } from './parse-html'

/**
 * Puts attached pictures below the message, no wider than it, so that the client's steps see them. Engineering default:
 * no line or file name around them.
 */
export function appendAttachedImages(document: Tree.Document, images: readonly AttachedImage[]): void {
  const { body } = headAndBody(document)
  for (const { url, name } of images) {
    const image = createElement('img', { src: url, alt: name, style: 'max-width:100%' })
    const block = createElement('div', { style: 'margin-top:16px' }, [image])
    block.parentNode = body
    body.childNodes.push(block)
  }
}
