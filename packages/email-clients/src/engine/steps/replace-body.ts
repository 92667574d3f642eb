import type { Citation } from '../../sources/sources'
import { createElement, placeOf } from '../html-tree'
import type { Step } from '../message'

/**
 * Replaces `<body>` by a `<div>` with its attributes, inside the element that becomes the message's own.
 *
 * @param doctypeMarker whether a `<u></u>` stands before that `<div>` if the email has a doctype, as in Gmail; `in a
 *   division`: both are in one more `<div>`, as in Gmail's app on Android
 */
export function replaceBody({
  source,
  doctypeMarker,
}: {
  source: Citation
  doctypeMarker: boolean | 'in a division'
}): Step {
  return function replaceBody(message) {
    const { document, body, changes } = message
    const hasDoctype = document.childNodes.some((node) => node.nodeName === '#documentType')
    const division = createElement('div', {}, body.childNodes)
    division.attrs = body.attrs
    for (const attribute of message.styleAttributes) {
      attribute.owners = attribute.owners.map((owner) => (owner === body ? division : owner))
    }
    const marked = hasDoctype && doctypeMarker ? [createElement('u'), division] : [division]
    const isInDivision = hasDoctype && doctypeMarker === 'in a division'
    message.body = createElement('div', {}, isInDivision ? [createElement('div', {}, marked)] : marked)
    const kind = { rule: 'body-replaced', what: '<body>', source }
    if (body.sourceCodeLocation) changes.record(kind, placeOf(body))
  }
}
