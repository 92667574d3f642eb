import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { findAttribute, placeOf, setAttribute } from '../../../../engine/html-tree'
import type { ShapeContext } from './draw-shape'
import { vmlName } from './office-names'
import { readFill } from './read-fill'
import { showsPicture } from './shown-picture'

/**
 * Word honours `background` on `<body>` (caniemail html-background note 2). The colour of the element around is for
 * other clients and would hide the picture (backgrounds.cm), so that element is added to `uncovered`.
 */
export function drawBackground(background: Tree.Element, { message, names, uncovered }: ShapeContext): void {
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
    if (around && 'tagName' in around && around !== body) uncovered.add(around)
  }
  const source = 'Microsoft, VML Background Element, 2011; caniemail html-background note 2'
  changes.record({ rule: 'vml-drawn', what: '<v:background>', source }, placeOf(background))
}
