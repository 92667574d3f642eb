import { sameFor, type FamilyProfiles } from '../../engine/profile'
import {
  gmailAndroid,
  gmailAndroid6,
  gmailAndroidDark,
  gmailImap,
  gmailIos,
  gmailIosDark,
  gmailMobileWeb,
} from './profiles'
import { gmailWeb } from './gmail-web'

/** The app and the WebView that draws its messages update themselves, apart from Android: nothing is known to differ between its releases. */
export const gmailProfiles: FamilyProfiles = {
  CHROMEGMAILNEW: gmailWeb,
  CHROMEGOOGLEAPPS: gmailWeb,
  GMAILNEW: gmailWeb,
  GOOGLEAPPS: gmailWeb,
  FFGMAILNEW: gmailWeb,
  FFGOOGLEAPPS: gmailWeb,
  ANDROIDGMAILAPP: gmailAndroid6,
  ANDROID71GMAILAPP: gmailAndroid,
  ANDROID8GMAILAPP: gmailAndroid,
  ANDROID9GMAILAPP: gmailAndroid,
  ANDROID10GMAILAPP: gmailAndroid,
  ANDROID10GMAILAPPDARK: gmailAndroidDark,
  ANDROID11GMAILAPP: gmailAndroid,
  ...sameFor(
    ['ANDROID12GMAILAPP', 'ANDROID13GMAILAPP', 'ANDROID14GMAILAPP', 'ANDROID15GMAILAPP'],
    gmailAndroid,
  ),
  ...sameFor(
    ['ANDROID12GMAILAPPDARK', 'ANDROID13GMAILAPPDARK', 'ANDROID14GMAILAPPDARK', 'ANDROID15GMAILAPPDARK'],
    gmailAndroidDark,
  ),
  ANDROIDGMAILIMAP: gmailImap,
  // Since Android 6 its own mail app is Gmail's, with whatever account its user has (lesson09 of EDMdesigner's tutorial, 2017).
  ANDROID6: gmailImap,
  GMAILIOS: gmailIos,
  GMAILIOSDARK: gmailIosDark,
  GMAILMOBILEWEB: gmailMobileWeb,
}
