import type { Citation } from '../../sources/sources'
import { createElement, findAttribute, placeOf, rewriteNodes } from '../html-tree'
import type { Message, Step } from '../message'

/**
 * Sets the layout viewport of a mobile client's page. Without one, a mobile engine lays it out 980 px wide.
 *
 * @param own whether the email's own `<meta name="viewport">` stays after the client's and wins over it, or is removed
 */
export function setViewport(
  content: (message: Message) => string,
  own: { kept: true } | { kept: false; source: Citation },
): Step {
  return function setViewport(message) {
    const { document, head, changes } = message
    if (!own.kept) {
      rewriteNodes(document, (node) => {
        if (!('tagName' in node) || node.tagName !== 'meta') return null
        if (findAttribute(node, 'name')?.trim().toLowerCase() !== 'viewport') return null
        changes.record(
          { rule: 'viewport-ignored', what: '<meta name="viewport">', source: own.source },
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
