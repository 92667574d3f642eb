import {
  generate,
  walk,
  type Atrule,
  type CssNode,
  type Declaration,
  type ListItem,
  type Rule,
  type WalkContext,
} from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Change } from '../emulated-document'
import { elementsIn, isHtmlElement, placeOf } from '../html-tree'
import type { Message } from '../message'
import { placeOfCss } from '../parse-css'
import { readColour, readLegacyColour, writeColour, type Colour } from './colour'

/** `gradient`: a stop. `other`: shadows and the like. */
export type ColourRole = 'text' | 'background' | 'gradient' | 'border' | 'other'

export interface ColourSite {
  colour: Colour
  role: ColourRole
  text: string
  name: string
  origin: 'rule' | 'style' | 'attribute'
  rule: Rule | null
  atrule: Atrule | null
  /** Elements with the attribute. Empty in a style block. */
  owners: readonly Tree.Element[]
  where: Change['where']
}

export type ColourVisitor = (site: ColourSite) => Colour | null

const attributeRoles: Readonly<Record<string, ColourRole>> = {
  bgcolor: 'background',
  bordercolor: 'border',
  text: 'text',
  link: 'text',
  vlink: 'text',
  alink: 'text',
}

/**
 * Visits style blocks, `style` and HTML's colour attributes. Left out: drawings, images, and custom properties, whose
 * use is not known.
 */
export function visitColours(message: Message, visit: ColourVisitor): void {
  for (const { sheet } of message.styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Declaration',
      enter(this: WalkContext, declaration: Declaration) {
        const { rule, atrule } = this
        if (!rule) return
        const where = placeOfCss(declaration.loc)
        visitDeclaration(declaration, { rule, atrule, origin: 'rule', owners: [], where }, visit)
      },
    })
  }
  for (const { owners, list } of message.styleAttributes) {
    const [first] = owners
    if (!list || !first) continue
    const place: Place = { rule: null, atrule: null, origin: 'style', owners, where: placeOf(first, 'style') }
    list.children.forEach((node) => {
      if (node.type === 'Declaration') visitDeclaration(node, place, visit)
    })
  }
  for (const element of elementsIn(message.document)) visitAttributes(element, visit)
}

type Place = Pick<ColourSite, 'rule' | 'atrule' | 'origin' | 'owners' | 'where'>

function visitDeclaration({ property, value }: Declaration, place: Place, visit: ColourVisitor): void {
  const name = property.toLowerCase()
  const role = roleOf(name)
  if (!role || value.type !== 'Value') return
  replaceColours(value, role)

  function replaceColours(parent: CssNode, colourRole: ColourRole): void {
    walk(parent, {
      enter(node: CssNode, item: ListItem<CssNode> | null) {
        if (node.type === 'Function' && /gradient$/i.test(node.name) && colourRole === 'background') {
          replaceColours(node, 'gradient')
          return walk.skip
        }
        if (!item || !['Hash', 'Identifier', 'Function'].includes(node.type)) return undefined
        const text = generate(node)
        const colour = readColour(text)
        if (!colour) return undefined
        const replacement = visit({ ...place, colour, role: colourRole, text, name })
        if (replacement) item.data = { type: 'Hash', value: writeColour(replacement).slice(1) }
        return walk.skip
      },
    })
  }
}

function roleOf(property: string): ColourRole | null {
  if (
    property === 'color' ||
    property.startsWith('text-decoration') ||
    property === '-webkit-text-fill-color'
  )
    return 'text'
  if (property === 'background' || property === 'background-color' || property === 'background-image')
    return 'background'
  if (/^(?:border|outline|column-rule)(?:-|$)/.test(property)) return 'border'
  if (/(?:^|-)(?:shadow|color)$/.test(property)) return 'other'
  return null
}

function visitAttributes(element: Tree.Element, visit: ColourVisitor): void {
  if (!isHtmlElement(element)) return
  for (const attribute of element.attrs) {
    const { name, value } = attribute
    const role =
      name === 'color' && /^(?:font|basefont|hr)$/.test(element.tagName) ? 'text' : attributeRoles[name]
    const isOnlyOfBody = role === 'text' && name !== 'color'
    if (!role || (isOnlyOfBody && element.tagName !== 'body')) continue
    const colour = readLegacyColour(value)
    if (!colour) continue
    const replacement = visit({
      colour,
      role,
      text: value,
      name,
      rule: null,
      atrule: null,
      origin: 'attribute',
      owners: [element],
      where: placeOf(element, name),
    })
    if (replacement) attribute.value = writeColour(replacement)
  }
}
