import type { FamilyProfiles, Profile } from '../engine/profile'
import { appleProfiles } from '../clients/apple/apple-profiles'
import { colourBlindness } from '../clients/colour-vision/profiles'
import { gmailProfiles } from '../clients/gmail/gmail-profiles'
import { outlookWebProfiles } from '../clients/outlook-web/outlook-web-profiles'
import { notesProfiles } from '../clients/notes/profiles'
import { plainText } from '../clients/text/profiles'
import { realClientProfiles } from '../clients/real-clients/profiles'
import { samsungProfiles } from '../clients/samsung/profiles'
import { thunderbirdAndroidProfiles } from '../clients/thunderbird-android/profiles'
import { textBrowserProfiles } from '../clients/text/text-browsers'
import { webmailProfiles } from '../clients/webmail/profiles'
import { yahooProfiles } from '../clients/yahoo/profiles'
import { wordProfiles } from '../clients/word/profiles'

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
