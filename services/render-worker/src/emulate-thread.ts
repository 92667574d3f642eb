import { findEmailClient } from '@pas/email-clients/catalogue'
import type { Images, Orientation } from '@pas/email-clients/email-client'
import { emulate } from '@pas/email-clients/emulate'
import type { EmailContent, Emulation } from '@pas/email-clients/engine/emulated-document'

/** An email and the email client to emulate. Plain data, as it is cloned into a worker thread. */
export interface EmailInClient {
  content: EmailContent
  /** A code of the catalogue. */
  emailClientCode: string
  orientation: Orientation
  images: Images
  /** Where the frozen copy of each address is served. */
  assetUrls: ReadonlyMap<string, string>
  /** The texts of linked style sheets by their address. */
  styleSheets: ReadonlyMap<string, string>
  /** See `EmulateOptions`. */
  marksPlaces: boolean
}

/** The document that the email client's engine draws. Throws when the catalogue has no such email client. */
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
