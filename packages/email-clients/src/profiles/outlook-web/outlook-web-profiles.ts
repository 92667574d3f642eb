import type { FamilyProfiles } from '../../emulate/profile'
import { outlookAndroid, outlookIos } from './outlook-apps'
import { outlookMac, outlookMac2016, outlookMacDark } from './outlook-mac'
import { outlookWeb, outlookWebDark } from './outlook-web'

export const outlookWebProfiles: FamilyProfiles = {
  OUTLOOKCOM: outlookWeb,
  CHROMEOUTLOOKCOM: outlookWeb,
  FFOUTLOOKCOM: outlookWeb,
  OFFICE365: outlookWeb,
  CHROMEOFFICE365: outlookWeb,
  FFOFFICE365: outlookWeb,
  OUTLOOKNEW: outlookWeb,
  CHROMEOUTLOOKCOMDARK: outlookWebDark,
  FFOUTLOOKCOMDARK: outlookWebDark,
  OUTLOOKNEWDARK: outlookWebDark,
  OUTLOOKIOS: outlookIos,
  ANDROIDOUTLOOK: outlookAndroid,
  OL2015: outlookMac2016,
  OL2019MAC: outlookMac,
  OL2019MACDARK: outlookMacDark,
}
