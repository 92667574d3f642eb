import type { Citation } from '../../sources/sources'
import { createElement, placeOf } from '../html-tree'
import type { Step } from '../message'

/**
 * `doctypeMarker`: an email with a doctype gets `<u></u>` before the `<div>` of its body, as in Gmail; `in a division`:
 * both are in another `<div>`, as in Gmail on Android.
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
    if (body.sourceCodeLocation) changes.record(kind, placeOf(body), 1, { elements: [division] })
  }
}
