import { createElement, placeOf } from '../../../emulate/html-tree'
import type { Step } from '../../../emulate/message'

/**
 * caniemail html-body note 1, 2021-11: `<body>` becomes a `<div>` with its attributes. A doctype leaves a `<u></u>` in front
 * of it, which is why `u + .body` targets Gmail (howtotarget.email).
 */
export const replaceBody: Step = (message) => {
  const { document, body, changes } = message
  const hasDoctype = document.childNodes.some((node) => node.nodeName === '#documentType')
  const division = createElement('div', {}, body.childNodes)
  division.attrs = body.attrs
  for (const attribute of message.styleAttributes) {
    attribute.owners = attribute.owners.map((owner) => (owner === body ? division : owner))
  }
  message.body = createElement('div', {}, hasDoctype ? [createElement('u'), division] : [division])
  const kind = { rule: 'body-replaced', what: '<body>', source: 'caniemail html-body note 1, 2021-11' }
  if (body.sourceCodeLocation) changes.record(kind, placeOf(body))
}
