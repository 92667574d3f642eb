import type { ChangeKind } from '../../../engine/change-log'
import { walk, type CssNode, type Declaration } from 'css-tree'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import type { Step } from '../../../engine/message'
import {
  hasBlankSeparatedColour,
  hasNegativeNumber,
  isOperator,
  refuseValues,
  topNodes,
} from '../../../engine/steps/refuse-values'

const cursors = new Set(
  (
    'crosshair help move pointer progress text wait auto default n-resize e-resize s-resize w-resize ne-resize nw-resize ' +
    'se-resize sw-resize'
  ).split(' '),
)

const hasNode =
  (isSuch: (node: CssNode) => boolean) =>
  (declaration: Declaration): boolean =>
    topNodes(declaration).some(isSuch)

const hasSlash = hasNode((node) => isOperator(node, '/'))

export const dropRefusedValues = refuseValues(
  {
    properties: /^margin(?:-|$)/,
    refuses: hasNegativeNumber,
    what: 'negative margin',
    source: 'caniemail css-margin note 1, 2024-10',
  },
  {
    properties: /^text-indent$/,
    refuses: hasNegativeNumber,
    what: 'negative text-indent',
    source: 'caniemail css-text-indent note 1, 2021-01',
  },
  {
    properties: /^background$/,
    refuses: hasSlash,
    what: 'background with a size',
    source: 'caniemail css-background note 2, 2021-10',
  },
  {
    properties: /^border-(?:\w+-\w+-)?radius$/,
    refuses: hasSlash,
    what: 'border-radius with a slash',
    source: 'caniemail css-border-radius note 2, 2021-02',
  },
  {
    properties: /^font-weight$/,
    refuses: hasNode((node) => node.type === 'Number' && !/^[1-9]00$/.test(node.value)),
    what: 'font-weight that is no hundred',
    source: 'caniemail css-font-weight note 1, 2021-01',
  },
  {
    properties: /^cursor$/,
    refuses: hasNode((node) => node.type === 'Identifier' && !cursors.has(node.name.toLowerCase())),
    what: 'cursor',
    source: 'caniemail css-cursor note 4, 2025-07',
  },
  {
    properties: /^text-justify$/,
    refuses: hasNode((node) => node.type === 'Identifier' && !/^(?:inter-word|distribute)$/i.test(node.name)),
    what: 'text-justify',
    source: 'caniemail css-text-justify note 4, 2024-04',
  },
  {
    properties: /./,
    refuses: hasBlankSeparatedColour,
    what: 'rgb() without commas',
    source: 'caniemail css-rgb note 1, 2021-01',
  },
)

/** Removes only the address from the value. */
export const dropListImages: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    if (declaration.property.toLowerCase() !== 'list-style') return true
    walk(declaration.value, {
      visit: 'Url',
      enter(_node, item, list) {
        list?.remove(item)
        const source = 'caniemail css-list-style note 3, 2020-04'
        const kind: ChangeKind = { rule: 'value-refused', what: 'list-style: url()', source }
        message.changes.record(kind, ...place.at(declaration))
      },
    })
    return true
  })
}
