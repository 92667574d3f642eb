import {
  endFiniteAnimationsSource,
  measureMessageSource,
  type MessageArea,
  type MessageOrder,
} from '../message-area'
import { CdpError } from './cdp-connection'
import type { LoadedPage } from './prepared-page'

/** Runs in an isolated world, where the page cannot replace the functions we call. */
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
