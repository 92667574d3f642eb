import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement } from '../../../../engine/html-tree'
import { unstyled } from './shape-layers'

const blocks = new Set(
  'address blockquote center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table ul'.split(' '),
)

/**
 * They stand at the upper left corner of their paragraph, over the text. Engineering default: Word can anchor in other
 * ways, but we have seen no email that does.
 */
export function placeAnchoredShapes(shapes: ReadonlySet<Tree.Element>): void {
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
