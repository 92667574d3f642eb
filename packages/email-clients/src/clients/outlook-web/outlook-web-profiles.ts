import type { FamilyProfiles } from '../../engine/profile'
import { outlookAndroid, outlookAndroidDark, outlookIos, outlookIosDark } from './profiles'
import { outlookMac, outlookMac2016, outlookMacDark } from './outlook-mac'
import { outlookNewMac, outlookNewMacDark } from './outlook-new-mac'
import { outlookWeb, outlookWebDark } from './outlook-web'

export const outlookWebProfiles: FamilyProfiles = {
  OUTLOOKCOM: outlookWeb,
  CHROMEOUTLOOKCOM: outlookWeb,
  FFOUTLOOKCOM: outlookWeb,
  OFFICE365: outlookWeb,
  CHROMEOFFICE365: outlookWeb,
  FFOFFICE365: outlookWeb,
  OUTLOOKNEW: outlookWeb,
  OUTLOOKCOMDARK: outlookWebDark,
  CHROMEOUTLOOKCOMDARK: outlookWebDark,
  FFOUTLOOKCOMDARK: outlookWebDark,
  OFFICE365DARK: outlookWebDark,
  CHROMEOFFICE365DARK: outlookWebDark,
  FFOFFICE365DARK: outlookWebDark,
  OUTLOOKNEWDARK: outlookWebDark,
  OUTLOOKIOS: outlookIos,
  OUTLOOKIOSDARK: outlookIosDark,
  ANDROIDOUTLOOK: outlookAndroid,
  ANDROIDOUTLOOKDARK: outlookAndroidDark,
  OL2015: outlookMac2016,
  OL2019MAC: outlookMac,
  OL2019MACDARK: outlookMacDark,
  OUTLOOKNEWMAC: outlookNewMac,
  OUTLOOKNEWMACDARK: outlookNewMacDark,
}
