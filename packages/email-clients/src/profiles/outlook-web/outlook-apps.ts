import { androidApp, appleApp } from '../../emulate/answer-device-queries'
import { drawAndroidFonts } from '../../emulate/android-fonts'
import { drawIosFonts } from '../../emulate/ios-fonts'
import { androidPhone, iphone } from '../../emulate/device-frames'
import { onPhone, type PhoneProfile } from '../../emulate/on-phone'
import { messageSelector } from '../../emulate/put-into-page'
import { filterAtRules } from '../../emulate/steps/filter-at-rules'
import { filterHtml, filterStyles, showBody } from './outlook-filter'
import { appPage } from './outlook-pages'
import { outlookAndroidSupport, outlookIosSupport } from './outlook-support'
import { limitSelectors } from './steps/limit-selectors'

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
  framePage: appPage('16px/normal -apple-system,HelveticaNeue,Helvetica,Arial,sans-serif'),
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
  framePage: appPage('16px/normal Roboto,Arial,sans-serif'),
  frame: androidPhone,
  device: androidApp,
}

/** Outlook's app on an iPhone: the webmail's filter, without its prefixes (email-bugs 61, 2019-09; 112, 2022-03). */
export const outlookIos = onPhone(ios)
export const outlookAndroid = onPhone(android)
