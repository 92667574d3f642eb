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

export type WebmailProfileName = keyof typeof webmailProfiles
