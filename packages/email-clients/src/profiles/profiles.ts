import type { Profile } from '../emulate/profile'
import { gmailWeb } from './gmail-web/gmail-web'
import { plainText } from './plain-text/plain-text'

/** What each client of the catalogue does to an email, by its code. */
export const profiles: ReadonlyMap<string, Profile> = new Map([
  ['CHROMEGMAILNEW', gmailWeb],
  ['CHROMEGOOGLEAPPS', gmailWeb],
  ['GMAILNEW', gmailWeb],
  ['GOOGLEAPPS', gmailWeb],
  ['PLAINTEXT', plainText],
])
