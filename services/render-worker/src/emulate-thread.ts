import { findEmailClient } from '@pas/email-clients/catalogue'
import type { Images, Orientation } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import type { EmailContent, Emulation } from '@pas/email-clients/engine/emulated-document'

/** An email and how it is looked at; nothing but data, as it goes to another thread. */
export interface EmailInClient {
  content: EmailContent
  /** Of the catalogue. */
  emailClientCode: string
  orientation: Orientation
  images: Images
  /** Where the frozen copy of each address is served. */
  assetUrls: ReadonlyMap<string, string>
  /** The texts of linked style sheets by their address. */
  styleSheets: ReadonlyMap<string, string>
}

/** What the email client's engine has to draw. Throws for a client that is not of the catalogue. */
export function emulateEmail({
  content,
  emailClientCode,
  assetUrls,
  styleSheets,
  ...options
}: EmailInClient): Emulation['document'] {
  const emailClient = findEmailClient(emailClientCode)
  if (!emailClient) throw new Error(`there is no email client ${emailClientCode}`)
  return emulate(emailClient, content, {
    ...options,
    assetUrl: (url) => assetUrls.get(url) ?? null,
    styleSheet: (url) => styleSheets.get(url) ?? null,
  }).document
}
