import { createText, findAttribute, placeOf, rewriteNodes } from '../../../emulate/html-tree'
import type { Step } from '../../../emulate/message'

const source = 'HT 2016 (Outlook.com, links)'
const validAddress = /^\s*(?:(?:https?|mailto|tel|sms|ftp|cid|webcal|callto):|#|\/\/|$)/i

/** A link whose address is none (a placeholder, a relative one) becomes text: `[address]` and what the link held. */
export const showInvalidLinksAsText: Step = ({ body, changes }) => {
  rewriteNodes(body, (node) => {
    if (!('tagName' in node) || node.tagName !== 'a') return null
    const address = findAttribute(node, 'href')
    if (address === null || validAddress.test(address.slice(0, 64))) return null
    changes.record({ rule: 'invalid-link-shown', what: address, source }, placeOf(node, 'href'))
    return [createText(`[${address}]`), ...node.childNodes]
  })
}
