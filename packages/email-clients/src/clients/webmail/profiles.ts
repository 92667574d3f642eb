import type { FamilyProfiles, Profile } from '../../engine/profile'
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

/** A webmail in Edge, Firefox and Chrome: it does the same in each. */
function inBrowsers(code: string, profile: Profile): [string, Profile][] {
  return ['', 'FF', 'CHROME'].map((browser) => [browser + code, profile])
}

/** The webmails of smaller providers. */
export const webmailProfiles: FamilyProfiles = Object.fromEntries([
  ...inBrowsers('COMCAST', comcast),
  ...inBrowsers('FREENETDE', freenet),
  ...inBrowsers('GMXDE', gmx),
  ...inBrowsers('MAILRU', mailRu),
  ...inBrowsers('TONLINEDE', tOnline),
  ...inBrowsers('WEBDE', webDe),
  ['FASTMAIL', fastmail],
  ['FREEFR', freeFr],
  ['HEY', hey],
  ['IONOS', ionos],
  ['LAPOSTE', laposte],
  ['ORANGE', orange],
  ['PROTONANDROID', protonAndroid],
  ['PROTONIOS', protonIos],
  ['PROTONMAIL', protonMail],
  ['SFR', sfr],
  ['WPPL', wpPl],
])
