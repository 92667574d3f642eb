import type { Citation } from '../../sources/sources'
import { walk, type CssNode, type Declaration } from 'css-tree'
import { filterEachDeclaration } from '../declaration-places'
import type { Step } from '../message'

export interface RefusedValue {
  properties: RegExp
  refuses: (declaration: Declaration) => boolean
  what: string
  source: Citation
}

export function refuseValues(...refusals: readonly RefusedValue[]): Step {
  return function refuseValues(message) {
    filterEachDeclaration(message, (declaration, place) => {
      const property = declaration.property.toLowerCase()
      const refusal = refusals.find(
        ({ properties, refuses }) => properties.test(property) && refuses(declaration),
      )
      if (!refusal) return true
      const { what, source } = refusal
      const kind = { rule: 'value-refused', what, source }
      return !message.changes.record(kind, ...place.at(declaration))
    })
  }
}

/** At any depth. */
export function someNode({ value }: Declaration, isSuch: (node: CssNode) => boolean): boolean {
  let found = false
  walk(value, (node) => {
    found ||= isSuch(node)
  })
  return found
}

/** Without nodes inside functions. */
export function topNodes({ value }: Declaration): CssNode[] {
  return value.type === 'Value' ? value.children.toArray() : []
}

export function isOperator(node: CssNode, sign: string): boolean {
  return node.type === 'Operator' && node.value.trim() === sign
}

/** `calc()` is not computed. */
export function hasNegativeNumber(declaration: Declaration): boolean {
  return topNodes(declaration).some(
    (node) =>
      (node.type === 'Dimension' || node.type === 'Percentage' || node.type === 'Number') &&
      Number.parseFloat(node.value) < 0,
  )
}

/** Commas outside functions, as between backgrounds or shadows. */
export function hasSeveralValues(declaration: Declaration): boolean {
  return topNodes(declaration).some((node) => isOperator(node, ','))
}

const css1Colours = new Set(
  'aqua black blue fuchsia gray green lime maroon navy olive purple red silver teal white yellow'.split(' '),
)
const notColours = new Set('transparent inherit none'.split(' '))

/** Newer than CSS 1. */
export function hasLaterColourName(declaration: Declaration): boolean {
  return topNodes(declaration).some(
    (node) =>
      node.type === 'Identifier' &&
      !css1Colours.has(node.name.toLowerCase()) &&
      !notColours.has(node.name.toLowerCase()),
  )
}

const commasOfColours = new Map([
  ['rgb', 2],
  ['rgba', 3],
])

/** `rgb(0 128 0)`, `rgba(0 128 0 / 1)`, or `rgb()` with alpha. */
export function hasModernRgb(declaration: Declaration): boolean {
  return someNode(declaration, (node) => {
    const commas = node.type === 'Function' ? commasOfColours.get(node.name.toLowerCase()) : undefined
    if (node.type !== 'Function' || commas === undefined) return false
    return node.children.toArray().filter((child) => isOperator(child, ',')).length !== commas
  })
}

export function hasBlankSeparatedColour(declaration: Declaration): boolean {
  return someNode(
    declaration,
    (node) =>
      node.type === 'Function' &&
      /^(?:rgb|hsl)a?$/i.test(node.name) &&
      node.children.size >= 2 &&
      !node.children.some((child) => isOperator(child, ',')),
  )
}

export function hasAddress(declaration: Declaration): boolean {
  return someNode(declaration, (node) => node.type === 'Url')
}

/** For clients that honour gradients but not pictures. */
export const refuseBackgroundAddresses = refuseValues({
  properties: /^background-image$/,
  refuses: hasAddress,
  what: 'background-image: url()',
  source: 'caniemail css-background-image, 2021-11, and css-linear-gradient, 2021-12',
})
