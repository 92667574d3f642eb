import { appleClients } from './clients/apple/clients'
import { appleProfiles } from './clients/apple/profiles'
import { colourVisionClients } from './clients/colour-vision/clients'
import { colourVisionProfiles } from './clients/colour-vision/profiles'
import { gmailClients } from './clients/gmail/clients'
import { gmailProfiles } from './clients/gmail/profiles'
import { notesClients } from './clients/notes/clients'
import { notesProfiles } from './clients/notes/profiles'
import { outlookWebClients } from './clients/outlook-web/clients'
import { outlookWebProfiles } from './clients/outlook-web/profiles'
import { realClients } from './clients/real-clients/clients'
import { realClientProfiles } from './clients/real-clients/profiles'
import { samsungClients } from './clients/samsung/clients'
import { samsungProfiles } from './clients/samsung/profiles'
import { textClients } from './clients/text/clients'
import { textProfiles } from './clients/text/profiles'
import { thunderbirdAndroidClients } from './clients/thunderbird-android/clients'
import { thunderbirdAndroidProfiles } from './clients/thunderbird-android/profiles'
import { webmailClients } from './clients/webmail/clients'
import { webmailProfiles } from './clients/webmail/profiles'
import { wordClients } from './clients/word/clients'
import { wordProfiles } from './clients/word/profiles'
import { yahooClients } from './clients/yahoo/clients'
import { yahooProfiles } from './clients/yahoo/profiles'
import type { EmailClient, EmailClientRow } from './email-client'
import type { EmailContent, Emulation } from './engine/emulated-document'
import type { EmulateOptions, Profile } from './engine/profile'
import { runProfile } from './engine/run-profile'

/** Pairs each code of a family with its profile. */
function profilesByCode<Name extends string>(
  rows: readonly EmailClientRow<Name>[],
  profiles: Readonly<Record<Name, Profile>>,
): [code: string, profile: Profile][] {
  return rows.map(({ code, profile }) => [code, profiles[profile]])
}

const profiles: ReadonlyMap<string, Profile> = new Map([
  ...profilesByCode(appleClients, appleProfiles),
  ...profilesByCode(colourVisionClients, colourVisionProfiles),
  ...profilesByCode(gmailClients, gmailProfiles),
  ...profilesByCode(notesClients, notesProfiles),
  ...profilesByCode(outlookWebClients, outlookWebProfiles),
  ...profilesByCode(realClients, realClientProfiles),
  ...profilesByCode(samsungClients, samsungProfiles),
  ...profilesByCode(textClients, textProfiles),
  ...profilesByCode(thunderbirdAndroidClients, thunderbirdAndroidProfiles),
  ...profilesByCode(webmailClients, webmailProfiles),
  ...profilesByCode(wordClients, wordProfiles),
  ...profilesByCode(yahooClients, yahooProfiles),
])

/**
 * Emulates an email client: returns the document that its engine draws, and the changes that the client makes to the
 * email. Pure and without I/O: the same email and options give the same result. Throws only for an email client that is
 * not in the catalogue.
 *
 * Each reference to an http(s) address or to a part of the message becomes what `assetUrl` returns, or an address that
 * never loads.
 */
export function emulate(emailClient: EmailClient, content: EmailContent, options: EmulateOptions): Emulation {
  return runProfile(profileOf(emailClient), content, options)
}

/**
 * Returns the code of one email client with the same profile: the same code for all of them, so that work can be
 * shared. Throws only for an email client that is not in the catalogue.
 */
export function emulatedLike(emailClient: EmailClient): string {
  return firstWithProfile.get(profileOf(emailClient)) ?? emailClient.code
}

/** The first code of each profile. The list is reversed, because a map keeps the value that was set last. */
const firstWithProfile = new Map([...profiles].reverse().map(([code, profile]) => [profile, code]))

function profileOf({ code }: EmailClient): Profile {
  const profile = profiles.get(code)
  if (!profile) throw new Error(`No profile for the email client ${code}`)
  return profile
}
