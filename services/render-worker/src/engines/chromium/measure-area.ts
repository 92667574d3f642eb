import { measureMessageSource, type MessageArea, type MessageOrder } from '../message-area'
import { CdpError } from './cdp-connection'
import { endFiniteAnimationsSource } from './end-finite-animations'
import type { LoadedPage } from './prepared-page'

/**
 * Ends finite animations, and measures the part of the page to capture: in an isolated world, where the page cannot
 * replace the functions we call. The page's own scripts stay off. Rejects with a `CdpError` when measuring fails or the
 * document lacks the element to capture.
 */
export async function measureArea(
  { session, worldId }: LoadedPage,
  order: MessageOrder,
): Promise<MessageArea> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(() => { try { ${endFiniteAnimationsSource} } catch {}\n${measureMessageSource}\nreturn measureMessage(window, ${JSON.stringify(order)}) })()`,
    contextId: worldId,
    returnByValue: true,
    silent: true,
  })
  if (exceptionDetails) throw new CdpError(`the message was not measured: ${exceptionDetails.text}`)
  const area = result.value as MessageArea | null
  if (area === null) throw new CdpError('the document has no element to capture')
  return area
}
