import type { FamilyProfiles } from '../../emulate/profile'
import {
  gmailAndroid,
  gmailAndroid6,
  gmailAndroidDark,
  gmailImap,
  gmailIos,
  gmailIosDark,
  gmailMobileWeb,
} from './gmail-phone'
import { gmailWeb } from './gmail-web'

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
  ANDROIDGMAILIMAP: gmailImap,
  GMAILIOS: gmailIos,
  GMAILIOSDARK: gmailIosDark,
  GMAILMOBILEWEB: gmailMobileWeb,
}
