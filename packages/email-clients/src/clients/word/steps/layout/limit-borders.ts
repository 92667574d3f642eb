import { walk } from 'css-tree'
import { filterEachDeclaration } from '../../../../engine/declaration-places'
import type { Step } from '../../../../engine/message'
import { parsePixels } from '../values/vml-values'

export const maxBorderPixels = 8

export const limitBorders: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    const property = declaration.property.toLowerCase()
    if (!/^border(?:-(?:top|right|bottom|left))?(?:-width)?$/.test(property)) return true
    let isLimited = false
    walk(declaration.value, (node) => {
      if (node.type !== 'Dimension') return
      const pixels = parsePixels(node.value + node.unit)
      if (pixels === null || pixels <= maxBorderPixels) return
      node.value = String(maxBorderPixels)
      node.unit = 'px'
      isLimited = true
    })
    const source = 'caniemail css-border note 1, 2021-07'
    if (isLimited)
      message.changes.record({ rule: 'border-limited', what: property, source }, ...place.at(declaration))
    return true
  })
}
