import type { FamilyProfiles, Profile } from '../emulate/profile'
import { gmailWeb } from './gmail-web/gmail-web'
import { plainText } from './plain-text/plain-text'

const families: readonly FamilyProfiles[] = [
  { CHROMEGMAILNEW: gmailWeb, CHROMEGOOGLEAPPS: gmailWeb, GMAILNEW: gmailWeb, GOOGLEAPPS: gmailWeb },
  { PLAINTEXT: plainText },
]

/** What each client of the catalogue does to an email, by its code. */
export const profiles: ReadonlyMap<string, Profile> = new Map(
  families.flatMap((family) => Object.entries(family)),
)
