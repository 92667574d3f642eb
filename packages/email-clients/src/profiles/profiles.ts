import type { FamilyProfiles, Profile } from '../emulate/profile'
import { gmailProfiles } from './gmail/gmail-profiles'
import { plainText } from './plain-text/plain-text'

const families: readonly FamilyProfiles[] = [gmailProfiles, { PLAINTEXT: plainText }]

/** What each client of the catalogue does to an email, by its code. */
export const profiles: ReadonlyMap<string, Profile> = new Map(
  families.flatMap((family) => Object.entries(family)),
)
