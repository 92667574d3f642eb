import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'

/** The document that an email client draws of an email without pictures. */
export function documentIn(code: string, html: string, marksPlaces = false): HtmlDocument {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is not in the catalogue`)
  const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
  const options = { orientation: 'vertical', images: 'allowed', assetUrl: () => null, marksPlaces } as const
  const { document } = emulate(emailClient, content, options)
  if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
  return document
}
