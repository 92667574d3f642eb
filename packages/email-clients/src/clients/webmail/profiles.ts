import { fastmail } from './fastmail'
import { freeFr } from './free-fr'
import { freenet } from './freenet'
import { gmx, webDe } from './gmx'
import { hey } from './hey'
import { laposte, sfr } from './laposte-sfr'
import { mailRu } from './mail-ru'
import { comcast, ionos } from './open-xchange'
import { orange } from './orange'
import { protonAndroid, protonIos, protonMail } from './proton'
import { tOnline } from './t-online'
import { wpPl } from './wp-pl'

/** Profiles of the webmails of smaller providers, and of Proton's apps. */
export const webmailProfiles = {
  comcast,
  fastmail,
  freeFr,
  freenet,
  gmx,
  hey,
  ionos,
  laposte,
  mailRu,
  orange,
  protonAndroid,
  protonIos,
  protonMail,
  sfr,
  tOnline,
  webDe,
  wpPl,
}

/** The key of a profile, which a row of this family names. */
export type WebmailProfileName = keyof typeof webmailProfiles
