import { placeOf, rewriteNodes } from '../../../emulate/html-tree'
import type { Step } from '../../../emulate/message'

const source = 'MSDN, XML data islands: what an <xml> element holds is not shown'

/** Settings for Office inside a conditional comment that Internet Explorer reads too. */
export const dropDataIslands: Step = ({ document, changes }) => {
  rewriteNodes(document, (node) => {
    if (node.nodeName !== 'xml') return null
    changes.record({ rule: 'data-island-hidden', what: '<xml>', source }, placeOf(node))
    return []
  })
}
