import type { ChangeKind } from '../../../engine/change-log'
import { createText, findAttribute, placeOf, rewriteNodes } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

const source =
  'HT 2016 (Outlook.com, links); email-bugs 10, 2015-12-28; assumed: that it is still so, and in the apps'
const validAddress = /^\s*(?:(?:https?|mailto|tel|sms|ftp|cid|webcal|callto):|#|\/\/)/i

/** The reports, until 2018-03, are about the webmail. */
export const showInvalidLinksAsText: Step = ({ body, changes }) => {
  rewriteNodes(body, (node) => {
    if (!('tagName' in node) || node.tagName !== 'a') return null
    const address = findAttribute(node, 'href')
    if (address === null || validAddress.test(address.slice(0, 64))) return null
    const isEmpty = address.trim() === ''
    const kind: ChangeKind = isEmpty
      ? { rule: 'empty-link-removed', what: '<a href="">', source }
      : { rule: 'invalid-link-shown', what: address, source }
    if (!changes.record(kind, placeOf(node, 'href'))) return null
    return isEmpty ? node.childNodes : [createText(`[${address}]`), ...node.childNodes]
  })
}
