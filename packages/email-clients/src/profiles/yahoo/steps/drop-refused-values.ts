import { find, walk, type CssNode, type Declaration } from 'css-tree'
import { filterEachDeclaration } from '../../../emulate/declaration-places'
import type { Message, Step } from '../../../emulate/message'

interface Refusal {
  what: string
  source: string
}

const cursors = new Set(
  (
    'crosshair help move pointer progress text wait auto default n-resize e-resize s-resize w-resize ne-resize nw-resize ' +
    'se-resize sw-resize'
  ).split(' '),
)
const colourFunctions = /^(?:rgba?|hsla?)$/i

/** Values that the filter refuses on properties it honours: the declaration goes, of `list-style` the image alone. */
export const dropRefusedValues: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    const refusal = findRefusal(declaration)
    if (refusal) {
      const kind = { rule: 'value-refused', ...refusal }
      message.changes.record(kind, place.where(declaration), place.count)
      return false
    }
    dropListImage(declaration, (kind) => message.changes.record(kind, place.where(declaration), place.count))
    return true
  })
}

function findRefusal({ property, value }: Declaration): Refusal | null {
  if (value.type !== 'Value') return null
  const name = property.toLowerCase()
  const has = (test: (node: CssNode) => boolean): boolean => value.children.some(test)
  if (/^margin(?:-|$)/.test(name) && has(isNegative))
    return { what: 'negative margin', source: 'caniemail css-margin note 1, 2024-10' }
  if (name === 'text-indent' && has(isNegative))
    return { what: 'negative text-indent', source: 'caniemail css-text-indent note 1, 2021-01' }
  if (name === 'background' && has(isSlash))
    return { what: 'background: / size', source: 'caniemail css-background note 2, 2021-10' }
  if (/^border-(?:\w+-\w+-)?radius$/.test(name) && has(isSlash))
    return { what: `${name}: /`, source: 'caniemail css-border-radius note 2, 2021-02' }
  if (name === 'font-weight' && has((node) => node.type === 'Number' && !/^[1-9]00$/.test(node.value)))
    return { what: 'font-weight by other numbers', source: 'caniemail css-font-weight note 1, 2022-06' }
  if (name === 'cursor' && has((node) => node.type === 'Identifier' && !cursors.has(node.name.toLowerCase())))
    return { what: 'cursor', source: 'caniemail css-cursor note 4, 2025-07' }
  if (
    name === 'text-justify' &&
    has((node) => node.type === 'Identifier' && !/^(?:inter-word|distribute)$/i.test(node.name))
  )
    return { what: 'text-justify', source: 'caniemail css-text-justify note 4, 2024-04' }
  if (find(value, isBlankSeparatedColour) !== null)
    return { what: `${name}: rgb() without commas`, source: 'caniemail css-rgb note 1, 2021-01' }
  return null
}

function isNegative(node: CssNode): boolean {
  return (
    (node.type === 'Dimension' || node.type === 'Percentage' || node.type === 'Number') &&
    Number.parseFloat(node.value) < 0
  )
}

function isSlash(node: CssNode): boolean {
  return node.type === 'Operator' && node.value.trim() === '/'
}

function isBlankSeparatedColour(node: CssNode): boolean {
  if (node.type !== 'Function' || !colourFunctions.test(node.name) || node.children.size < 2) return false
  return !node.children.some((child) => child.type === 'Operator' && child.value.trim() === ',')
}

function dropListImage(
  { property, value }: Declaration,
  record: (kind: Parameters<Message['changes']['record']>[0]) => void,
): void {
  if (property.toLowerCase() !== 'list-style') return
  walk(value, {
    visit: 'Url',
    enter(_node, item, list) {
      list?.remove(item)
      const source = 'caniemail css-list-style note 3, 2020-04'
      record({ rule: 'value-refused', what: 'list-style: url()', source })
    },
  })
}
