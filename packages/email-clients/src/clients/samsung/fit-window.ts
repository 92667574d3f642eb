import { generate, walk, type Atrule, type CssNode, type Rule, type WalkContext } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Change, Frame } from '../../engine/emulated-document'
import { findAttribute, placeOf } from '../../engine/html-tree'
import type { Message } from '../../engine/message'
import { placeOfCss } from '../../engine/parse-css'

/** The app measures the width of the element that has them, around the message. */
export const wrapperAttributes = { id: 'MessageViewBody', class: 'mail-message-content' }

const source = 'email-bugs 73, 2022-02-15: Email 6.1; mosaico.io, 2023-07-03; HT 2023-12, Samsung Auto-fit'

/** Engineering rule: maximum CSS pixels. Only hostile emails ask for more. */
const maxWidth = 2_000

interface Width {
  px: number
  where: Change['where']
}

/**
 * AutoFit.js, on by default: the window, also for media queries, becomes as wide as the largest width in the HTML,
 * unless a style block widens the wrapper. Without such a width, `tooWide` scales.
 */
export function fitWindow(message: Message, screen: Frame): Frame {
  const widest = findWrapperWidth(message, screen.width) ?? findLargestWidth(message)
  if (!widest || widest.px <= screen.width) return screen
  const width = Math.min(Math.round(widest.px), maxWidth)
  message.changes.record({ rule: 'window-fitted', what: `${width} px wide`, source }, widest.where)
  const scale = screen.width / width
  return {
    ...screen,
    width,
    height: Math.round(screen.height / scale),
    zoom: scale,
  }
}

/** Null unless a style block makes the wrapper wider than the screen. */
function findWrapperWidth({ styleBlocks }: Message, screenWidth: number): Width | null {
  let width: Width | null = null
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Rule',
      enter(this: WalkContext, rule: Rule) {
        if (!selectsWrapper(rule) || !matches(this.atrule, screenWidth)) return
        rule.block.children.forEach((node) => {
          if (node.type !== 'Declaration' || node.property.toLowerCase() !== 'width') return
          const px = pixelsOf(node.value)
          if (px > screenWidth) width = { px, where: placeOfCss(node.loc) }
        })
      },
    })
  }
  return width
}

function selectsWrapper({ prelude }: Rule): boolean {
  if (prelude.type !== 'SelectorList') return false
  return prelude.children.some(
    (selector) =>
      selector.type === 'Selector' &&
      selector.children.size === 1 &&
      ((selector.children.first?.type === 'ClassSelector' &&
        selector.children.first.name === wrapperAttributes.class) ||
        (selector.children.first?.type === 'IdSelector' &&
          selector.children.first.name === wrapperAttributes.id)),
  )
}

/** Conditions other than widths count as true. */
function matches(atrule: Atrule | null, screenWidth: number): boolean {
  if (!atrule?.prelude) return true
  let holds = true
  walk(atrule.prelude, (node) => {
    if (node.type !== 'Feature' || !node.value) return
    const px = pixelsOf(node.value)
    const name = node.name.toLowerCase()
    if (name === 'max-width') holds &&= screenWidth <= px
    if (name === 'min-width') holds &&= screenWidth >= px
  })
  return holds
}

/** Skips what is inside an inline `display:none`. */
function findLargestWidth({ body, styleAttributes }: Message): Width | null {
  const styles = new Map<Tree.Element, { hidden: boolean; px: number }>()
  for (const { owners, list } of styleAttributes) {
    const style = { hidden: false, px: 0 }
    list?.children.forEach((node) => {
      if (node.type !== 'Declaration') return
      const property = node.property.toLowerCase()
      if (property === 'display') style.hidden = generate(node.value).toLowerCase() === 'none'
      if (property === 'width') style.px = pixelsOf(node.value)
    })
    for (const owner of owners) styles.set(owner, style)
  }
  let largest: Width | null = null
  const waiting: Tree.ChildNode[] = [...body.childNodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    const style = styles.get(node)
    if (style?.hidden) continue
    const attribute = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/i.exec(findAttribute(node, 'width') ?? '')?.[1]
    const px = Math.max(Number(attribute ?? 0), style?.px ?? 0)
    if (px > (largest?.px ?? 0))
      largest = { px, where: placeOf(node, attribute === undefined ? 'style' : 'width') }
    for (const child of node.childNodes) waiting.push(child)
  }
  return largest
}

/** 0 for anything but a single length in `px`. */
function pixelsOf(value: CssNode): number {
  const node = value.type === 'Value' && value.children.size === 1 ? value.children.first : value
  return node?.type === 'Dimension' && node.unit.toLowerCase() === 'px'
    ? Number.parseFloat(node.value) || 0
    : 0
}
