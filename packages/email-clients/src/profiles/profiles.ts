import type { FamilyProfiles, Profile } from '../emulate/profile'
import { appleProfiles } from './apple/apple-profiles'
import { colourBlindness } from './colour-vision/colour-blindness'
import { gmailProfiles } from './gmail/gmail-profiles'
import { outlookWebProfiles } from './outlook-web/outlook-web-profiles'
import { notesProfiles } from './notes/notes-profiles'
import { plainText } from './plain-text/plain-text'
import { realClientProfiles } from './real-clients/real-clients'
import { samsungProfiles } from './samsung/samsung-profiles'
import { thunderbirdAndroidProfiles } from './thunderbird-android/thunderbird-android'
import { textBrowserProfiles } from './text-browsers/text-browsers'
import { webmailProfiles } from './webmail/webmail-profiles'
import { yahooProfiles } from './yahoo/yahoo-profiles'
import { wordProfiles } from './word/word-profiles'

const families: readonly FamilyProfiles[] = [
  appleProfiles,
  samsungProfiles,
  notesProfiles,
  gmailProfiles,
  outlookWebProfiles,
  webmailProfiles,
  yahooProfiles,
  wordProfiles,
  thunderbirdAndroidProfiles,
  realClientProfiles,
  textBrowserProfiles,
  { COLORBLIND: colourBlindness, PLAINTEXT: plainText },
]

/** What each client of the catalogue does to an email, by its code. */
export const profiles: ReadonlyMap<string, Profile> = new Map(
  families.flatMap((family) => Object.entries(family)),
)
