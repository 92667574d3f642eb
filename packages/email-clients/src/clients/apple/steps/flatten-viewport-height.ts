import type { ChangeKind } from '../../../engine/change-log'
import { walk } from 'css-tree'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import type { Step } from '../../../engine/message'
import { assumedLater } from '../assumed-later'

/**
 * Since iOS 15 Mail lays out a view as high as the message. `isTested`: whether it is a tested version, iOS 15 to 17.
 */
export function flattenViewportHeight(isTested: boolean): Step {
  return function flattenViewportHeight(message) {
    const source = assumedLater('caniemail css-unit-vh note 2, 2023-10: the value resolves to zero', isTested)
    filterEachDeclaration(message, (declaration, place) => {
      walk(declaration.value, (node) => {
        if (node.type !== 'Dimension' || node.unit.toLowerCase() !== 'vh') return
        const kind: ChangeKind = {
          rule: 'viewport-height-zero',
          what: `${declaration.property}: ${node.value}vh`,
          source,
        }
        message.changes.record(kind, ...place.at(declaration))
        node.value = '0'
        node.unit = 'px'
      })
      return true
    })
  }
}
