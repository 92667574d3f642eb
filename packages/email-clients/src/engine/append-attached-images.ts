import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { AttachedImage } from './emulated-document'
import { createElement } from './html-tree'
import { headAndBody } from './parse-html'

/**
 * Attached pictures stand below the message, each on its own, no wider than the message. Engineering default: what clients put
 * around them (a line, a file name) is each client's own and published nowhere. They pass through the client's steps as all images do.
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
