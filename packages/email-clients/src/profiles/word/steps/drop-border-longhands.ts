import { placeOf } from '../../../emulate/html-tree'
import type { Step } from '../../../emulate/message'

const coreElements = new Set(['body', 'span', 'div', 'p'])
const longhand = /^border-(?:top|right|bottom|left)(?:-|$)/

/**
 * The borders of single sides are of Word's full level of properties, which text elements do not have (HT 2020, after Microsoft aa338201;
 * caniemail css-border note 2, 2021-07, calls borders on them unreliable). For lists of one type of element each.
 */
export const dropBorderLonghands: Step = ({ styleAttributes, changes }) => {
  for (const { owners, list } of styleAttributes) {
    const [first] = owners
    if (!list || !first || !coreElements.has(first.tagName)) continue
    list.children.forEach((node, item) => {
      if (node.type !== 'Declaration' || !longhand.test(node.property.toLowerCase())) return
      const what = `${node.property.toLowerCase()} on <${first.tagName}>`
      const source = 'HT 2020, property levels (Microsoft aa338201)'
      changes.record(
        { rule: 'property-not-on-element', what, source },
        placeOf(first, 'style'),
        owners.length,
      )
      list.children.remove(item)
    })
  }
}
