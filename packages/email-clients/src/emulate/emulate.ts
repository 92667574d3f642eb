import type { EmailClient } from '../catalogue/email-client'
import { profiles } from '../profiles/profiles'
import type { EmailContent, Emulation } from './emulated-document'
import type { EmulateOptions } from './profile'

/**
 * What `emailClient` makes of an email: the document its engine draws and what was changed on the way. Pure and without
 * I/O: same email, same options, same answer. Throws only for a client that is not of the catalogue.
 *
 * References to http(s) addresses and parts of the message become `assetUrl`'s answers, or an address that never loads.
 */
export function emulate(emailClient: EmailClient, content: EmailContent, options: EmulateOptions): Emulation {
  const profile = profiles.get(emailClient.code)
  if (!profile) throw new Error(`No profile for the email client ${emailClient.code}`)
  return profile(content, options)
}
