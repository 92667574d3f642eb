import type { ChangeKind } from '../../../engine/change-log'
import { elementsIn, findAttribute, placeOf } from '../../../engine/html-tree'
import { InlineDeclarations } from '../../../engine/inline-declarations'
import type { Step } from '../../../engine/message'

const source = 'email-bugs 93, comment of 2021-07-26; assumed: that one comment is enough'

/**
 * On iOS, images without a height in their `style` keep their proportions when the screen narrows them. Reports those
 * whose `height` attribute loses.
 */
export const freeImageHeights: Step = (message) => {
  const inline = new InlineDeclarations(message)
  for (const element of elementsIn(message.body)) {
    if (element.tagName !== 'img') continue
    const hasStyleHeight = inline
      .find(element)
      ?.children.some((node) => node.type === 'Declaration' && node.property.toLowerCase() === 'height')
    if (hasStyleHeight) continue
    const kind: ChangeKind = { rule: 'image-height-freed', what: 'height of <img>', source }
    const hasAttribute = findAttribute(element, 'height') !== null
    if (hasAttribute && !message.changes.record(kind, placeOf(element, 'height'))) continue
    inline.add(element, 'height:auto!important')
  }
  inline.finish()
}
