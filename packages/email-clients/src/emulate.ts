import type { EmailClient } from './email-client'
import { profiles } from './profiles/profiles'
import type { EmailContent, Emulation } from './engine/emulated-document'
import type { EmulateOptions, Profile } from './engine/profile'

/**
 * What `emailClient` makes of an email: the document its engine draws and what was changed on the way. Pure and without
 * I/O: same email, same options, same answer. Throws only for a client that is not of the catalogue.
 *
 * References to http(s) addresses and parts of the message become `assetUrl`'s answers, or an address that never loads.
 */
export function emulate(emailClient: EmailClient, content: EmailContent, options: EmulateOptions): Emulation {
  return profileOf(emailClient)(content, options)
}

/** The code of one email client, the same for all that make the same of every email. Throws only for a client that is not of the catalogue. */
export function emulatedLike(emailClient: EmailClient): string {
  return firstWithProfile.get(profileOf(emailClient)) ?? emailClient.code
}

/** Of each profile the first code: a map keeps what was set last. */
const firstWithProfile = new Map([...profiles].reverse().map(([code, profile]) => [profile, code]))

function profileOf({ code }: EmailClient): Profile {
  const profile = profiles.get(code)
  if (!profile) throw new Error(`No profile for the email client ${code}`)
  return profile
}
