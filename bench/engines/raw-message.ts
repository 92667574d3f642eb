import { buildMessage } from '../../services/render-worker/src/build-message'
import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { RawMessage } from '../../services/render-worker/src/engines/engine'

/** HTML as a message for a client that really runs. */
export function rawMessage(html: string, frame: Frame): Promise<RawMessage> {
  const content = {
    html,
    plainText: null,
    subject: 'The month in coffee',
    fromAddress: null,
    fromDisplayName: null,
  }
  return buildMessage({ kind: 'message', content, frame, images: 'allowed' }, [])
}
