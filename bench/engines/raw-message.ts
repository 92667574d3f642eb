import { buildMessage } from '../../services/render-worker/src/build-message'
import type { Frame } from '@pas/email-clients/emulate/emulated-document'
import type { RawMessage } from '../../services/render-worker/src/engines/engine'

/** The HTML as a MIME message, for the engines that are the email client itself. */
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
