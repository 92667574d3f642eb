import type { ChangeKind } from '../../../engine/change-log'
import { createText, findAttribute, placeOf, rewriteNodes } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

const source = 'HT 2016 (Outlook.com, links); email-bugs 10, 2015-12-28'
const validAddress = /^\s*(?:(?:https?|mailto|tel|sms|ftp|cid|webcal|callto):|#|\/\/)/i

/**
 * A link whose address is none (a placeholder, a relative one) becomes text: `[address]` and what the link held; of one
 * with an empty address there is only what it held.
 */
export const showInvalidLinksAsText: Step = ({ body, changes }) => {
  rewriteNodes(body, (node) => {
    if (!('tagName' in node) || node.tagName !== 'a') return null
    const address = findAttribute(node, 'href')
    if (address === null || validAddress.test(address.slice(0, 64))) return null
    const isEmpty = address.trim() === ''
    const kind: ChangeKind = isEmpty
      ? { rule: 'empty-link-removed', what: '<a href="">', source }
      : { rule: 'invalid-link-shown', what: address, source }
    changes.record(kind, placeOf(node, 'href'))
    return isEmpty ? node.childNodes : [createText(`[${address}]`), ...node.childNodes]
  })
}
