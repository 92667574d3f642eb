import type { Citation } from '../../../sources/sources'
import { generate, List, walk, type CssNode, type Declaration, type FunctionNode } from 'css-tree'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import type { Step } from '../../../engine/message'

interface Refinement {
  what: string
  source: Citation
  /** What Word reads instead. Null: it ignores the declaration. */
  becomes: CssNode[] | null
}

type Refine = (declaration: Declaration, nodes: readonly CssNode[]) => Refinement | null

const colourProperties = /^(?:background|color|border|mso-color|mso-highlight|text-underline-color)/

/** Engineering default: 0.75 of letter-spacing in em. */
const emSpacingFactor = 0.75

/** Word honours these values partly, which caniemail's cells cannot express. */
const refinements: readonly (readonly [RegExp, Refine])[] = [
  [colourProperties, refuseColour],
  [/^background$/, keepBackgroundColour],
  [/^color$/, refuseTransparentText],
  [/^display$/, keepDisplayNone],
  [/^list-style$/, keepListStyleType],
  [/^text-decoration$/, refuseSeveralLines],
  [/^font(?:-weight)?$/, roundWeight],
  [/^letter-spacing$/, shrinkEmSpacing],
  [/^(?:font|(?:mso-ansi-)?font-size)$/, roundToHalfPoints],
]

export const refineDeclarations: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    if (declaration.value.type !== 'Value') return true
    const property = declaration.property.toLowerCase()
    for (const [properties, refine] of refinements) {
      if (!properties.test(property)) continue
      const refinement = refine(declaration, [...declaration.value.children])
      if (!refinement) continue
      const { what, source, becomes } = refinement
      const kind = { rule: 'value-refined', what: `${property}: ${what}`, source }
      if (!message.changes.record(kind, ...place.at(declaration))) continue
      if (!becomes) return false
      declaration.value.children = new List<CssNode>().fromArray(becomes)
    }
    return true
  })
}

/** Keeps CSS 2.1: `rgb()` with commas and without alpha, and hex of 3 or 6 digits. */
function refuseColour({ value }: Declaration): Refinement | null {
  let refused: CssNode | null = null
  walk(value, (node) => {
    if (node.type === 'Hash' && node.value.length !== 3 && node.value.length !== 6) refused ??= node
    if (node.type === 'Function' && /^rgb$/i.test(node.name) && !isOldRgb(node)) refused ??= node
  })
  if (!refused) return null
  return { what: generate(refused), source: 'caniemail css-rgb notes 1 and 2, 2021-05', becomes: null }
}

function isOldRgb({ children }: FunctionNode): boolean {
  return [...children].filter((node) => node.type === 'Operator' && node.value === ',').length === 2
}

function keepBackgroundColour(_declaration: Declaration, nodes: readonly CssNode[]): Refinement | null {
  if (nodes.some((node) => node.type === 'Operator' && node.value === '/')) {
    const source = 'mjmlio/mjml 1526, 2034: the colour beside a picture with a size is not drawn'
    return { what: nodes.map((node) => generate(node)).join(' '), source, becomes: null }
  }
  const kept = nodes.filter(isColour)
  if (kept.length === nodes.length) return null
  const [what] = nodes.filter((node) => !isColour(node))
  const becomes = kept.length > 0 ? kept : null
  return { what: what ? generate(what) : '', source: 'caniemail css-background note 3, 2023-07', becomes }
}

const backgroundKeywords = new Set(
  (
    'none repeat no-repeat repeat-x repeat-y space round top right bottom left center scroll fixed local cover contain ' +
    'auto border-box padding-box content-box'
  ).split(' '),
)

function isColour(node: CssNode): boolean {
  if (node.type === 'Hash') return true
  if (node.type === 'Identifier') return !backgroundKeywords.has(node.name.toLowerCase())
  return node.type === 'Function' && /^rgb$/i.test(node.name)
}

function refuseTransparentText(_declaration: Declaration, nodes: readonly CssNode[]): Refinement | null {
  const isTransparent = nodes.some((node) => node.type === 'Identifier' && /^transparent$/i.test(node.name))
  const source = 'goodemailcode, mso-styles (mso-style-textfill-type), 2021'
  return isTransparent ? { what: 'transparent', source, becomes: null } : null
}

function keepDisplayNone(_declaration: Declaration, nodes: readonly CssNode[]): Refinement | null {
  const [node] = nodes
  if (nodes.length === 1 && node?.type === 'Identifier' && node.name.toLowerCase() === 'none') return null
  const what = node ? generate(node) : ''
  return { what, source: 'caniemail css-display note 5, 2021-12', becomes: null }
}

const listTypes =
  /^(?:none|disc|circle|square|decimal|decimal-leading-zero|(?:lower|upper)-(?:roman|alpha|latin|greek)|armenian|georgian)$/i

function keepListStyleType(_declaration: Declaration, nodes: readonly CssNode[]): Refinement | null {
  const kept = nodes.filter((node) => node.type === 'Identifier' && listTypes.test(node.name))
  if (kept.length === nodes.length) return null
  const what = nodes.find((node) => !kept.includes(node))
  const becomes = kept.length > 0 ? kept : null
  return { what: what ? generate(what) : '', source: 'caniemail css-list-style note 2, 2020-04', becomes }
}

function refuseSeveralLines(_declaration: Declaration, nodes: readonly CssNode[]): Refinement | null {
  if (nodes.length < 2) return null
  const what = nodes.map((node) => generate(node)).join(' ')
  return { what, source: 'caniemail css-text-decoration note 2, 2019-02', becomes: null }
}

function roundWeight({ property }: Declaration, nodes: readonly CssNode[]): Refinement | null {
  // In `font`, the weight is one of the first three values.
  const weight = nodes.find(
    (node, at) => node.type === 'Number' && (property.toLowerCase() === 'font-weight' || at < 3),
  )
  if (weight?.type !== 'Number' || isLineHeight(weight, nodes)) return null
  const number = Number(weight.value)
  if (number === 400 || number === 700) return null
  const name = number >= 600 ? 'bold' : 'normal'
  const becomes = nodes.map((node): CssNode => (node === weight ? { type: 'Identifier', name } : node))
  return { what: weight.value, source: 'caniemail css-font-weight note 2, 2022-06', becomes }
}

function isLineHeight(node: CssNode, nodes: readonly CssNode[]): boolean {
  const before = nodes[nodes.indexOf(node) - 1]
  return before?.type === 'Operator' && before.value === '/'
}

function shrinkEmSpacing(_declaration: Declaration, nodes: readonly CssNode[]): Refinement | null {
  const [spacing] = nodes
  if (spacing?.type !== 'Dimension' || spacing.unit.toLowerCase() !== 'em') return null
  const value = String(Math.round(Number(spacing.value) * emSpacingFactor * 10_000) / 10_000)
  const source = 'caniemail css-letter-spacing note 2, 2021-09'
  return { what: generate(spacing), source, becomes: [{ ...spacing, value }] }
}

const pointsPerUnit: Readonly<Record<string, number>> = {
  px: 0.75,
  pt: 1,
  pc: 12,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
}

function roundToHalfPoints({ property }: Declaration, nodes: readonly CssNode[]): Refinement | null {
  // In `font`, the size stands before the slash and the families.
  const end = nodes.findIndex((node) => node.type === 'Operator' || node.type === 'String')
  const size = nodes
    .slice(0, property.toLowerCase() === 'font' && end >= 0 ? end : undefined)
    .find((node) => node.type === 'Dimension')
  const factor = size?.type === 'Dimension' ? pointsPerUnit[size.unit.toLowerCase()] : undefined
  if (size?.type !== 'Dimension' || factor === undefined) return null
  const halves = Number(size.value) * factor * 2
  const rounded = Math.floor(halves + 0.5)
  if (Math.abs(halves - rounded) < 0.001 || rounded < 1) return null
  const becomes = nodes.map((node): CssNode =>
    node === size ? { ...size, value: String(rounded / 2), unit: 'pt' } : node,
  )
  const source =
    'ECMA-376 part 1, 17.3.2.38 sz: in half points; EDMdesigner/modern-html-email-tutorial, real pictures, 2017'
  return { what: generate(size), source, becomes }
}
