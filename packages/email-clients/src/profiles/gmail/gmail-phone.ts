import { drawAndroidFonts } from '../../emulate/android-fonts'
import { drawIosFonts } from '../../emulate/ios-fonts'
import { partialInversion, fullInversion } from '../../emulate/dark/inversions'
import { recolour, type ColourMapping } from '../../emulate/dark/recolour'
import { androidPhone, androidPhone2015, iphone } from '../../emulate/device-frames'
import type { Frame } from '../../emulate/emulated-document'
import { onPhone, type PhoneProfile } from '../../emulate/on-phone'
import { messageSelector } from '../../emulate/put-into-page'
import { darkPageLightness, gmailPhonePage } from './frame-page'
import { googleAccountSteps, inlineOnlySteps } from './gmail-steps'
import {
  gmailAndroidSupport,
  gmailImapSupport,
  gmailIosSupport,
  gmailMobileWebSupport,
} from './gmail-supports'
import { clipMessage } from './steps/clip-message'
import { loseInlineGradients } from './steps/lose-inline-gradients'
import { turnRightToLeft } from './steps/turn-right-to-left'

/** The app's own text on Android: caniemail issue 395, 2024-02-02 (the app's HTML, quoted there). */
const androidFont = '12.8px/normal Roboto,Arial,sans-serif'
/** Engineering default. */
const iosFont = '13px/1.5 -apple-system,Helvetica,Arial,sans-serif'

/** The app darkens a gradient as it does a plain background (email-bugs 68, comment of 2024-01-30). */
const androidDark: ColourMapping = (colour, role) =>
  partialInversion(darkPageLightness)(colour, role === 'gradient' ? 'background' : role)

const android: PhoneProfile = {
  support: gmailAndroidSupport,
  sourceSteps: [clipMessage],
  steps: [loseInlineGradients, ...googleAccountSteps, drawAndroidFonts],
  framePage: gmailPhonePage(androidFont, 'light'),
  frame: androidPhone,
  captureSelector: messageSelector,
}

const ios: PhoneProfile = {
  ...android,
  support: gmailIosSupport,
  steps: [...googleAccountSteps, drawIosFonts],
  framePage: gmailPhonePage(iosFont, 'light'),
  frame: iphone,
}

/** Gmail's app on a phone of Android 7 and later. */
export const gmailAndroid = onPhone(android)
/** The same on a phone of Android 6: the app updates itself, the phone is smaller. */
export const gmailAndroid6 = onPhone({ ...android, frame: androidPhone2015 })

export const gmailAndroidDark = onPhone({
  ...android,
  steps: [
    ...android.steps,
    recolour({
      rule: 'dark-partial-inversion',
      source: 'HT 2021 (Gmail dark mode); CIELAB after mailviewr.com',
      map: androidDark,
    }),
  ],
  framePage: gmailPhonePage(androidFont, 'dark'),
  frame: inTheDark(androidPhone),
})

/** The app with an account of somebody else's, which it reads by IMAP and filters itself. */
export const gmailImap = onPhone({
  ...android,
  support: gmailImapSupport,
  sourceSteps: [],
  steps: [loseInlineGradients, ...inlineOnlySteps, drawAndroidFonts],
  frame: androidPhone2015,
})

export const gmailIos = onPhone(ios)

export const gmailIosDark = onPhone({
  ...ios,
  steps: [
    ...ios.steps,
    recolour({
      rule: 'dark-full-inversion',
      source: 'HT 2021 (Gmail dark mode); blog.replit.com/emails',
      map: fullInversion(darkPageLightness),
    }),
  ],
  framePage: gmailPhonePage(iosFont, 'dark'),
  frame: inTheDark(iphone),
})

/** Gmail in the browser of an Android phone. */
export const gmailMobileWeb = onPhone({
  ...android,
  support: gmailMobileWebSupport,
  steps: [...inlineOnlySteps, turnRightToLeft, drawAndroidFonts],
  framePage: gmailPhonePage('14px/1.5 Roboto,Arial,sans-serif', 'light'),
})

function inTheDark(frame: Frame): Frame {
  return { ...frame, colorScheme: 'dark' }
}
