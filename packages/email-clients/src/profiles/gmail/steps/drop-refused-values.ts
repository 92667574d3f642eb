import { walk, type Declaration } from 'css-tree'
import { filterEachDeclaration } from '../../../emulate/declaration-places'
import type { Step } from '../../../emulate/message'

interface Refusal {
  what: string
  source: string
}

/** Values that Gmail refuses on properties it honours: the declaration goes. */
export const dropRefusedValues: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    const refusal = findRefusal(declaration)
    if (!refusal) return true
    message.changes.record({ rule: 'value-refused', ...refusal }, place.where(declaration), place.count)
    return false
  })
}

function findRefusal(declaration: Declaration): Refusal | null {
  const property = declaration.property.toLowerCase()
  if (/^margin(?:-|$)/.test(property) && hasNegative(declaration)) {
    return { what: 'negative margin', source: 'caniemail css-margin note 1, 2019-10' }
  }
  if (property === 'text-indent' && hasNegative(declaration)) {
    return { what: 'negative text-indent', source: 'caniemail css-text-indent note 1, 2021-01' }
  }
  if (property === 'list-style' && hasAddress(declaration)) {
    return { what: 'list-style: url()', source: 'caniemail css-list-style note 1, 2020-04' }
  }
  return null
}

function hasNegative({ value }: Declaration): boolean {
  if (value.type !== 'Value') return false
  return value.children.some(
    (node) =>
      (node.type === 'Dimension' || node.type === 'Percentage' || node.type === 'Number') &&
      Number.parseFloat(node.value) < 0,
  )
}

function hasAddress({ value }: Declaration): boolean {
  let found = false
  walk(value, { visit: 'Url', enter: () => void (found = true) })
  return found
}
