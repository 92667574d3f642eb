import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import {
  elementsIn,
  findAttribute,
  placeOf,
  rewriteNodes,
  setAttribute,
  createElement,
} from '../../../../engine/html-tree'
import type { Message, Step } from '../../../../engine/message'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import { drawShape, type ShapeContext } from './draw-shape'
import { findOfficeNames, vmlName, type OfficeNames } from './office-names'
import { readCoordinates, readFrame, type GroupSpace, type ShapeFrame } from './shape-frame'
import type { WordVersion } from '../../word-version'
import { readText } from './shape-text'
import { parseVmlStyle } from '../values/vml-values'
import { readFill } from './read-fill'
import { showsPicture } from './shown-picture'
import { unstyled } from './shape-layers'

const source = 'HT 2021 (Background properties in VML); Microsoft, VML reference, 2011'

/** Word can show a background collapsed until the reader zooms. We report that, and do not draw it. */
const collapseSource =
  'email-bugs 146; mjmlio/mjml 2955, 2025-06: collapsed until zoomed, in 2016, 2019 and 365 since 2504'

const shapeParts = new Set(
  'fill stroke imagedata textbox textpath path shadow formulas f handles h extrusion shapetype'.split(' '),
)

const shapes = new Set('rect roundrect oval shape image line group'.split(' '))

/**
 * Must come before the steps that filter CSS: a shape's `style` is not CSS. No rule of the email can change the new
 * elements.
 */
export function drawVml(version: WordVersion): Step {
  return function drawVml(message) {
    const { document, changes } = message
    const mayCollapse = version >= 2016
    const names = findOfficeNames(document)
    const frames = new Map<Tree.Element, ShapeFrame>()
    const groups = new Map<Tree.Element, GroupSpace>()
    const shapeTypes = new Map<string, Tree.Element>()
    const vmlElements = new Set<Tree.Element>()
    for (const element of elementsIn(document)) {
      const name = vmlName(element, names)
      if (name === null) continue
      vmlElements.add(element)
      const id = findAttribute(element, 'id')
      if (name === 'shapetype' && id !== null) shapeTypes.set(`#${id.trim().toLowerCase()}`, element)
      if (!shapes.has(name)) continue
      const { parentNode } = element
      const group = parentNode && 'tagName' in parentNode ? (groups.get(parentNode) ?? null) : null
      const frame = readFrame(parseVmlStyle(element), group)
      frames.set(element, frame)
      if (name === 'group') groups.set(element, groupSpaceOf(element, frame))
    }
    if (vmlElements.size === 0) return

    const context: ShapeContext = {
      message,
      names,
      frames,
      groups,
      shapeTypes,
      anchored: new Set(),
      madeTransparent: new Set(),
    }
    rewriteNodes(document, (node) => {
      if (!('tagName' in node)) return null
      const name = vmlName(node, names)
      if (name === null) return null
      if (shapeParts.has(name)) {
        // A shape reads its parts. Outside of shapes only their content stays, and nothing of a shapetype.
        if (isInVml(node, names)) return null
        return name === 'shapetype' ? [] : node.childNodes
      }
      if (name === 'background') {
        drawBackground(node, context)
        return node.childNodes.filter((child) => !('tagName' in child) || vmlName(child, names) === null)
      }
      const drawn = shapes.has(name) ? drawShape(name, node, context) : null
      const rule = drawn ? 'vml-drawn' : 'vml-not-drawn'
      changes.record({ rule, what: `<v:${name}>`, source }, placeOf(node))
      if (mayCollapse && isFittedBackground(node, names)) {
        changes.record(
          { rule: 'vml-background-can-collapse', what: `<v:${name}>`, source: collapseSource },
          placeOf(node),
        )
      }
      return drawn ? [drawn] : textOfShape(node, names)
    })
    placeAnchoredShapes(context.anchored)
    makeTransparent(message, context.madeTransparent)
    forgetStyles(message, vmlElements)
  }
}

function isFittedBackground({ childNodes }: Tree.Element, names: OfficeNames): boolean {
  const parts = childNodes.filter((child): child is Tree.Element => 'tagName' in child)
  const isPicture = parts.some(
    (part) =>
      vmlName(part, names) === 'fill' && /^\s*(?:frame|tile)\s*$/i.test(findAttribute(part, 'type') ?? ''),
  )
  return isPicture && parts.some((part) => vmlName(part, names) === 'textbox' && readText(part, []).fits)
}

function isInVml({ parentNode }: Tree.Element, names: OfficeNames): boolean {
  return parentNode !== null && 'tagName' in parentNode && vmlName(parentNode, names) !== null
}

function textOfShape(shape: Tree.Element, names: OfficeNames): Tree.ChildNode[] {
  return shape.childNodes.flatMap((child) => {
    const name = 'tagName' in child ? vmlName(child, names) : null
    if (name === null || !('tagName' in child)) return [child]
    return name === 'textbox' ? child.childNodes : []
  })
}

function groupSpaceOf(group: Tree.Element, frame: ShapeFrame): GroupSpace {
  const space = readCoordinates(group)
  const { widthPixels, heightPixels } = frame
  return {
    ...space,
    across: widthPixels === null ? null : widthPixels / space.width,
    down: heightPixels === null ? null : heightPixels / space.height,
  }
}

function makeTransparent(message: Message, elements: ReadonlySet<Tree.Element>): void {
  const inline = new InlineDeclarations(message)
  for (const element of elements) inline.add(element, 'background-color:transparent')
  inline.finish()
}

/** So that later steps do not report changes in removed elements. */
function forgetStyles(message: Message, gone: ReadonlySet<Tree.Element>): void {
  for (const attribute of message.styleAttributes) {
    attribute.owners = attribute.owners.filter((owner) => !gone.has(owner))
  }
  message.styleAttributes = message.styleAttributes.filter(({ owners }) => owners.length > 0)
}

/**
 * Word honours `background` on `<body>` (caniemail html-background note 2). The colour of the element around is for
 * other clients (backgrounds.cm), and would hide the picture.
 */
function drawBackground(background: Tree.Element, { message, names, madeTransparent }: ShapeContext): void {
  const { body, changes } = message
  const fillElement = background.childNodes.find(
    (child): child is Tree.Element => 'tagName' in child && vmlName(child, names) === 'fill',
  )
  const { color, picture } = readFill(background, fillElement ?? null)
  const given = findAttribute(background, 'fillcolor') ?? (fillElement && findAttribute(fillElement, 'color'))
  if (color !== null && given) setAttribute(body, 'bgcolor', color)
  if (picture && showsPicture(picture.address, picture.element, message)) {
    setAttribute(body, 'background', picture.address)
    const around = background.parentNode
    if (around && 'tagName' in around && around !== body) madeTransparent.add(around)
  }
  const source = 'Microsoft, VML Background Element, 2011; caniemail html-background note 2'
  changes.record({ rule: 'vml-drawn', what: '<v:background>', source }, placeOf(background))
}

const blocks = new Set(
  'address blockquote center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table ul'.split(' '),
)

/**
 * At the upper left corner of their paragraph, over the text. Engineering default: Word has other anchors, which no
 * email that we saw uses.
 */
function placeAnchoredShapes(shapes: ReadonlySet<Tree.Element>): void {
  const parents = new Set([...shapes].map(({ parentNode }) => parentNode))
  for (const parent of parents) {
    if (!parent) continue
    const children: Tree.ChildNode[] = []
    let paragraph: Tree.ChildNode[] = []
    let anchored: Tree.ChildNode[] = []
    const endParagraph = () => {
      if (anchored.length > 0) {
        const style = `${unstyled};display:block;position:relative;height:0`
        const anchor = createElement('span', { style }, anchored)
        anchor.parentNode = parent
        children.push(anchor)
      }
      for (const node of paragraph) children.push(node)
      paragraph = []
      anchored = []
    }
    for (const child of parent.childNodes) {
      const isElement = 'tagName' in child
      if (isElement && shapes.has(child)) anchored.push(child)
      else paragraph.push(child)
      if (isElement && blocks.has(child.tagName)) endParagraph()
    }
    endParagraph()
    parent.childNodes = children
  }
}
