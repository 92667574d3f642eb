import { generate } from 'css-tree'
import { placeOf } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

const source = 'email-bugs 109, 2022-02-16'

export const dropFixedTableStyles: Step = ({ styleAttributes, changes }) => {
  for (const { list, owners } of styleAttributes) {
    const [first] = owners
    const isFixed = list?.children.some(
      (node) =>
        node.type === 'Declaration' &&
        node.property.toLowerCase() === 'table-layout' &&
        generate(node.value).toLowerCase() === 'fixed',
    )
    if (!list || !first || !isFixed) continue
    const kind = { rule: 'style-attribute-broken', what: 'table-layout: fixed', source } as const
    if (changes.record(kind, placeOf(first, 'style'), owners.length)) list.children.clear()
  }
}
