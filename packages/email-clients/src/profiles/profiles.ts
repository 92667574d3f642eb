import type { FamilyProfiles, Profile } from '../emulate/profile'
import { appleProfiles } from './apple/apple-profiles'
import { gmailProfiles } from './gmail/gmail-profiles'
import { plainText } from './plain-text/plain-text'
import { webmailProfiles } from './webmail/webmail-profiles'

const families: readonly FamilyProfiles[] = [appleProfiles, gmailProfiles, webmailProfiles, { PLAINTEXT: plainText }]

/** What each client of the catalogue does to an email, by its code. */
export const profiles: ReadonlyMap<string, Profile> = new Map(
  families.flatMap((family) => Object.entries(family)),
)
