import { androidApp, appleApp } from '../../engine/answer-device-queries'
import { drawAndroidFonts } from '../../engine/android-fonts'
import { drawIosFonts } from '../../engine/ios-fonts'
import { androidPhone, iphone } from '../../engine/device-frames'
import { onPhone, type PhoneProfile } from '../../engine/on-phone'
import { messageSelector } from '../../engine/put-into-page'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterHtml, filterStyles, showBody } from './outlook-filter'
import { appPage } from './page'
import { outlookAndroidSupport, outlookIosSupport } from './support'
import { darkenColours } from './steps/darken-colours'
import { limitSelectors } from './steps/limit-selectors'

const iosFont = '16px/normal -apple-system,HelveticaNeue,Helvetica,Arial,sans-serif'
const androidFont = '16px/normal Roboto,Arial,sans-serif'

const ios: PhoneProfile = {
  support: outlookIosSupport,
  sourceSteps: [],
  steps: [
    ...filterStyles(
      filterAtRules,
      limitSelectors({
        onTypesOnly: new Set(['checked', 'before', 'after', 'first-letter', 'first-line', 'placeholder']),
        source: 'caniemail css-pseudo-element-after note 3 and the like, 4.2352.0',
      }),
    ),
    ...filterHtml,
    ...showBody,
    drawIosFonts,
  ],
  framePage: appPage(iosFont),
  frame: iphone,
  device: appleApp,
  captureSelector: messageSelector,
}

const android: PhoneProfile = {
  ...ios,
  support: outlookAndroidSupport,
  steps: [
    ...filterStyles(
      filterAtRules,
      limitSelectors({
        onTypesOnly: new Set(['checked']),
        source: 'caniemail css-pseudo-class-checked note 1, 2020-03',
      }),
    ),
    ...filterHtml,
    ...showBody,
    drawAndroidFonts,
  ],
  framePage: appPage(androidFont),
  frame: androidPhone,
  device: androidApp,
}

/** Outlook's app on an iPhone: the webmail's filter, without its prefixes (email-bugs 61, 2019-09; 112, 2022-03). */
export const outlookIos = onPhone(ios)
export const outlookAndroid = onPhone(android)

/** HT 2019 and 2021: the apps darken colours as Outlook.com does. */
const inTheDark = (profile: PhoneProfile, font: string): PhoneProfile => ({
  ...profile,
  steps: [...profile.steps, darkenColours],
  framePage: appPage(font, 'dark'),
  frame: { ...profile.frame, colorScheme: 'dark' },
})

export const outlookIosDark = onPhone(inTheDark(ios, iosFont))
export const outlookAndroidDark = onPhone(inTheDark(android, androidFont))
