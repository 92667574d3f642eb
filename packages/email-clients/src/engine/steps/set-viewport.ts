import type { Citation } from '../../sources/sources'
import { createElement, findAttribute, placeOf, rewriteNodes } from '../html-tree'
import type { Message, Step } from '../message'

/** Without a viewport, a mobile engine lays the page out 980 px wide. `emailViewport`: if kept, it wins. */
export function setViewport(
  content: (message: Message) => string,
  emailViewport: { kept: true } | { kept: false; source: Citation },
): Step {
  return function setViewport(message) {
    const { document, head, changes } = message
    if (!emailViewport.kept) {
      rewriteNodes(document, (node) => {
        if (!('tagName' in node) || node.tagName !== 'meta') return null
        if (findAttribute(node, 'name')?.trim().toLowerCase() !== 'viewport') return null
        changes.record(
          { rule: 'viewport-ignored', what: '<meta name="viewport">', source: emailViewport.source },
          placeOf(node),
        )
        return []
      })
    }
    const viewport = createElement('meta', { name: 'viewport', content: content(message) })
    viewport.parentNode = head
    head.childNodes.unshift(viewport)
  }
}
