import { CdpError } from './cdp-connection'
import type { PreparedPage } from './prepared-page'

/** The element that is the picture; null for the whole page. Its node is known before the images are. */
export async function findElement(
  { session }: PreparedPage,
  selector: string | null,
): Promise<number | null> {
  if (selector === null) return null
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  if (nodeId === 0) throw new CdpError('the document has no element to capture')
  return nodeId
}
