import type { EmailClient } from '../catalogue/email-client'
import { profiles } from '../profiles/profiles'
import type { EmailContent, Emulation } from './emulated-document'
import type { EmulateOptions, Profile } from './profile'

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

const firstWithProfile = new Map<Profile, string>()
for (const [code, profile] of profiles)
  if (!firstWithProfile.has(profile)) firstWithProfile.set(profile, code)

/** The same for email clients that make the same of every email: the code of one of them. Throws only for a client that is not of the catalogue. */
export function emulatedLike({ code }: EmailClient): string {
  const profile = profiles.get(code)
  const like = profile && firstWithProfile.get(profile)
  if (like === undefined) throw new Error(`No profile for the email client ${code}`)
  return like
}
