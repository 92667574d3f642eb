import { findAttribute, rewriteNodes } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'
import { createRedCross } from './red-cross'

/**
 * Microsoft, KB 3033864, Outlook 2010 to 2019; for a part of the message: MSDN blog akashb. Assumed: 2007, 365, Windows
 * 10 Mail.
 */
const notice =
  'The linked image cannot be displayed. The file may have been moved, renamed, or deleted. ' +
  'Verify that the link points to the correct file and location.'

/** No change by the client, so none is recorded. */
export const showLostPictures: Step = ({ document, isLost }) => {
  rewriteNodes(document, (node) => {
    if (node.nodeName !== 'img' || !('tagName' in node)) return null
    const address = findAttribute(node, 'src')
    return address !== null && isLost(address) ? [createRedCross(node, notice)] : null
  })
}
