import { emailClients } from '@pas/email-clients/catalogue'
import type { EmailContent, Frame } from '@pas/email-clients/engine/emulated-document'
import { emulate } from '@pas/email-clients/emulate'

const emptyEmail: EmailContent = {
  html: '',
  plainText: '',
  subject: null,
  fromAddress: null,
  fromDisplayName: null,
}

/** Each different frame of the engine's email clients: the engine prepares for them before the first email comes. */
export function framesOfEngine(engine: string): Frame[] {
  const frames = emailClients
    .filter((emailClient) => emailClient.engine === engine)
    .flatMap((emailClient) =>
      emailClient.orientationOptions.map(
        (orientation) =>
          emulate(emailClient, emptyEmail, { orientation, images: 'allowed', assetUrl: () => null }).document,
      ),
    )
    .flatMap((document) => ('frame' in document ? [document.frame] : []))
  return [...new Map(frames.map((frame) => [JSON.stringify(frame), frame])).values()]
}
