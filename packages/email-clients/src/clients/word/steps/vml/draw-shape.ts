import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, elementsIn, findAttribute } from '../../../../engine/html-tree'
import type { Message } from '../../../../engine/message'
import { vmlName, type OfficeNames } from './office-names'
import { readFill, type Fill } from './read-fill'
import { readStroke } from './read-stroke'
import type { GroupSpace, ShapeFrame } from './shape-frame'
import { createLineLayer, createShapeLayers, unstyled } from './shape-layers'
import { readOutline } from './shape-outline'
import { createTextElement, readText, type ShapeText } from './shape-text'
import { showsPicture } from './shown-picture'
import { css, parsePair, parsePixels, parseVmlStyle, type VmlStyle } from '../values/vml-values'

export interface ShapeContext {
  message: Message
  names: OfficeNames
  frames: ReadonlyMap<Tree.Element, ShapeFrame>
  groups: ReadonlyMap<Tree.Element, GroupSpace>
  shapeTypes: ReadonlyMap<string, Tree.Element>
  /** Drawn shapes that are anchored at a paragraph. */
  anchored: Set<Tree.Element>
  /** Elements whose background colour would hide a picture behind them. */
  madeTransparent: Set<Tree.Element>
}

/** Null if we cannot draw it. */
export function drawShape(name: string, shape: Tree.Element, context: ShapeContext): Tree.Element | null {
  const frame = context.frames.get(shape)
  if (!frame) return null
  const style = parseVmlStyle(shape)
  if (style.get('visibility')?.toLowerCase() === 'hidden' || style.get('display')?.toLowerCase() === 'none') {
    return createElement('span', { style: unstyled })
  }
  if (name === 'group') return drawGroup(shape, frame, context)
  if (name === 'line') return drawLine(shape, context)
  const parts = partsOf(shape, context.names)
  const pictured = name === 'image' ? shape : parts.imagedata
  const outline = readOutline(name, shape, frame, context.shapeTypes)
  if (!outline && !pictured) return null
  const fill = allowedFill(readFill(shape, parts.fill, !pictured), context.message)
  const stroke = pictured && !parts.stroke ? null : readStroke(shape, parts.stroke)
  const children: Tree.ChildNode[] = outline ? createShapeLayers(outline, fill, stroke) : []
  if (pictured) children.push(...drawPicture(pictured, frame, context.message))
  if (parts.text)
    children.push(createTextElement(parts.text, style, frame.heightPixels !== null && !parts.text.fits))
  return placeShape(shape, frame, style, children, parts.text?.fits ?? false, context)
}

function partsOf(
  shape: Tree.Element,
  names: OfficeNames,
): Record<'fill' | 'stroke' | 'imagedata', Tree.Element | null> & { text: ShapeText | null } {
  const parts = new Map<string, Tree.Element>()
  const content: Tree.ChildNode[] = []
  for (const child of shape.childNodes) {
    const name = 'tagName' in child ? vmlName(child, names) : null
    if (name === null || !('tagName' in child)) content.push(child)
    else if (!parts.has(name)) parts.set(name, child)
    else if (name === 'textbox') content.push(...child.childNodes)
  }
  const textbox = parts.get('textbox') ?? null
  const hasContent = content.some(
    (node) => 'tagName' in node || ('value' in node && node.value.trim() !== ''),
  )
  const textNodes = [...(textbox?.childNodes ?? []), ...(hasContent ? content : [])]
  return {
    fill: parts.get('fill') ?? null,
    stroke: parts.get('stroke') ?? null,
    imagedata: parts.get('imagedata') ?? null,
    text: textNodes.length > 0 ? readText(textbox, textNodes) : null,
  }
}

function allowedFill(fill: Fill, message: Message): Fill {
  const { picture } = fill
  return picture && !showsPicture(picture.address, picture.element, message)
    ? { ...fill, picture: null }
    : fill
}

function drawPicture(
  pictured: Tree.Element,
  { placed, widthPixels, heightPixels }: ShapeFrame,
  message: Message,
): Tree.Element[] {
  const address = (findAttribute(pictured, 'src') ?? findAttribute(pictured, 'o:href') ?? '').trim()
  if (address === '' || !showsPicture(address, pictured, message)) return []
  const fillsFrame = placed === 'in group'
  const size =
    (fillsFrame || widthPixels !== null ? ';width:100%' : '') +
    (fillsFrame || heightPixels !== null ? ';height:100%' : '')
  const alt = findAttribute(pictured, 'alt') ?? ''
  return [
    createElement('img', { src: address, alt, style: `${unstyled};display:block;position:relative${size}` }),
  ]
}

function drawGroup(group: Tree.Element, frame: ShapeFrame, context: ShapeContext): Tree.Element {
  const space = context.groups.get(group)
  // Engineering default: a group without a size is as large as its coordinates, one pixel for each unit.
  const missingSizes = [
    frame.css.includes('width:') ? '' : `width:${css(Math.min(space?.width ?? 0, 2000))}px`,
    frame.css.includes('height:') ? '' : `height:${css(Math.min(space?.height ?? 0, 2000))}px`,
  ]
  const sized = { ...frame, css: [frame.css, ...missingSizes].filter(Boolean).join(';') }
  return placeShape(group, sized, parseVmlStyle(group), group.childNodes, false, context)
}

function drawLine(line: Tree.Element, context: ShapeContext): Tree.Element | null {
  const stroke = readStroke(line, partsOf(line, context.names).stroke)
  const { parentNode } = line
  const group = parentNode && 'tagName' in parentNode ? (context.groups.get(parentNode) ?? null) : null
  if (group && (group.across === null || group.down === null)) return null
  // Pixels per unit.
  const [across, down] = [group?.across ?? 1, group?.down ?? 1]
  const [x1, y1] = parsePair(findAttribute(line, 'from'), parsePixels)
  const [x2, y2] = parsePair(findAttribute(line, 'to') ?? '10,10', parsePixels)
  const [dx, dy] = [((x2 ?? 0) - (x1 ?? 0)) * across, ((y2 ?? 0) - (y1 ?? 0)) * down]
  const [width, height] = [Math.abs(dx), Math.abs(dy)]
  const left = (Math.min(x1 ?? 0, x2 ?? 0) - (group?.left ?? 0)) * across
  const top = (Math.min(y1 ?? 0, y2 ?? 0) - (group?.top ?? 0)) * down
  const size = `width:${css(width)}px;height:${css(height)}px`
  const frame: ShapeFrame = {
    widthPixels: width,
    heightPixels: height,
    css: group ? `left:${css(left)}px;top:${css(top)}px;${size}` : size,
    placed: group ? 'in group' : 'inline',
  }
  const children = stroke ? [createLineLayer(width, height, dx * dy >= 0, stroke)] : []
  return placeShape(line, frame, parseVmlStyle(line), children, false, context)
}

function placeShape(
  shape: Tree.Element,
  frame: ShapeFrame,
  style: VmlStyle,
  children: Tree.ChildNode[],
  fitsText: boolean,
  { anchored }: ShapeContext,
): Tree.Element {
  const position =
    frame.placed === 'inline'
      ? 'display:inline-block;position:relative;vertical-align:bottom'
      : 'position:absolute'
  const size = fitsText ? frame.css.replace(/(?:^|;)height:[^;]*/, '') : frame.css
  const rotation = parsePixels(style.get('rotation'))
  const rotate = rotation === null || rotation === 0 ? '' : `rotate:${css(rotation)}deg`
  const element = createElement(
    'span',
    { style: [unstyled, position, size, rotate].filter(Boolean).join(';') },
    children,
  )
  const href = findAttribute(shape, 'href')
  if (href !== null && href.trim() !== '' && !isLinked(shape, element)) {
    element.tagName = element.nodeName = 'a'
    element.attrs.push({ name: 'href', value: href })
  }
  if (frame.placed === 'absolute') anchored.add(element)
  return element
}

/** Links do not nest in HTML. */
function isLinked(shape: Tree.Element, element: Tree.Element): boolean {
  for (let parent = shape.parentNode; parent; parent = 'parentNode' in parent ? parent.parentNode : null) {
    if (parent.nodeName === 'a') return true
  }
  return elementsIn(element).some(({ tagName }) => tagName === 'a')
}
