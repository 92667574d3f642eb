import { emailClients } from '@pas/email-clients/catalogue/catalogue'
import type { EmailContent, Frame } from '@pas/email-clients/emulate/emulated-document'
import { emulate } from '@pas/email-clients/emulate/emulate'

const emptyEmail: EmailContent = {
  html: '',
  plainText: '',
  subject: null,
  fromAddress: null,
  fromDisplayName: null,
}

/**
 * The distinct frames (window size, density, colour scheme) in which the catalogue's email clients of this engine are
 * drawn.
 */
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
