import { findAttribute, placeOf, rewriteNodes } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

export const dropFormControls: Step = ({ body, support, changes }) => {
  rewriteNodes(body, (node) => {
    if (!('tagName' in node) || (node.tagName !== 'input' && node.tagName !== 'button')) return null
    const isButton = node.tagName === 'button'
    const type = (findAttribute(node, 'type') ?? (isButton ? 'submit' : 'text')).toLowerCase()
    const { honoured, source } = support.judge('input-type', isButton ? `button-${type}` : type)
    if (honoured) return null
    const kind = { rule: 'form-control-removed', what: `<${node.tagName} type="${type}">`, source }
    changes.record(kind, placeOf(node))
    return isButton ? node.childNodes : []
  })
}
