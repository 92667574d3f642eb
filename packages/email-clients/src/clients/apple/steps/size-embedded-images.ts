import { elementsIn, findAttribute, placeOf, removeAttribute } from '../../../engine/html-tree'
import { InlineDeclarations } from '../../../engine/inline-declarations'
import type { Step } from '../../../engine/message'
import { assumedLater } from '../assumed-later'

/**
 * Mail on macOS ignores size attributes and `max-width` of the message's own images without a width in `style`.
 * `isTested`: seen in Mail 12.4 to 14.0.
 */
export function sizeEmbeddedImages(isTested: boolean): Step {
  return function sizeEmbeddedImages(message) {
    const source = assumedLater(
      'caniemail html-width note 3, 12.4; caniemail issue 171, 2021-07-12',
      isTested,
    )
    const inline = new InlineDeclarations(message)
    for (const element of elementsIn(message.document)) {
      if (element.tagName !== 'img' || !/^\s*cid:/i.test(findAttribute(element, 'src') ?? '')) continue
      for (const name of ['width', 'height']) {
        if (findAttribute(element, name) === null) continue
        message.changes.record(
          { rule: 'embedded-size-ignored', what: `${name} of <img>`, source },
          placeOf(element, name),
        )
        removeAttribute(element, name)
      }
      const declarations = inline.find(element)?.children
      const hasInline = (property: string): boolean =>
        declarations?.some(
          (node) => node.type === 'Declaration' && node.property.toLowerCase() === property,
        ) ?? false
      if (hasInline('max-width')) {
        message.changes.record(
          { rule: 'embedded-size-ignored', what: 'max-width of <img>', source },
          placeOf(element, 'style'),
        )
      }
      inline.replace(element, /^max-width$/, 'max-width:100%!important')
      // Keeps the proportions of an image that the window narrows.
      if (!hasInline('height')) inline.add(element, 'height:auto')
    }
    inline.finish()
  }
}
