import type { ChangeKind } from '../../../engine/change-log'
import { elementsIn, findAttribute, placeOf, removeAttribute } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

export const dropCellBackgrounds: Step = ({ document, body, changes }) => {
  for (const element of elementsIn(document)) {
    if (element === body || findAttribute(element, 'background') === null) continue
    const source = 'caniemail html-background note 2, 2019-02'
    const kind: ChangeKind = {
      rule: 'attribute-unsupported',
      what: `background of <${element.tagName}>`,
      source,
    }
    changes.record(kind, placeOf(element, 'background'))
    removeAttribute(element, 'background')
  }
}
