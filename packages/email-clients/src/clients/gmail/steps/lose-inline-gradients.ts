import { find, type Declaration } from 'css-tree'
import { placeOf } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

const source = 'email-bugs 135, 2024-02-13; caniemail css-linear-gradient note 3, 2025-04'

/**
 * In a `style` with `background-image`, the app on Android replaces gradients, also of `background`, by an address that
 * never loads.
 */
export const loseInlineGradients: Step = ({ styleAttributes, changes }) => {
  for (const { owners, list } of styleAttributes) {
    const [first] = owners
    if (!list || !first) continue
    const names = new Set<string>()
    list.children.forEach((node) => {
      if (node.type === 'Declaration') names.add(node.property.toLowerCase())
    })
    if (!names.has('background-image')) continue
    list.children.forEach((node, item) => {
      if (node.type !== 'Declaration' || !/^background(?:-image)?$/i.test(node.property)) return
      if (!hasGradient(node)) return
      changes.record(
        { rule: 'inline-gradient-lost', what: node.property, source },
        placeOf(first, 'style'),
        owners.length,
      )
      list.children.remove(item)
    })
  }
}

function hasGradient({ value }: Declaration): boolean {
  return (
    find(value, (node) => node.type === 'Function' && /^(?:linear|radial)-gradient$/i.test(node.name)) !==
    null
  )
}
