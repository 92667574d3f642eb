import { drawAndroidFonts } from '../../emulate/android-fonts'
import { androidPhone2015 } from '../../emulate/device-frames'
import { emulateHtml } from '../../emulate/emulate-html'
import type { Profile } from '../../emulate/profile'
import { breakImages } from '../../emulate/steps/break-images'
import { removeComments } from '../../emulate/steps/remove-comments'
import { wrapBody } from '../../emulate/steps/wrap-body'
import { showAsPage } from '../../emulate/show-as-page'
import { createSupport } from '../../emulate/support'
import { turnFrame } from '../../emulate/turn-frame'

/**
 * The mail app of Android itself, which shows what WebView does: nobody lists what it filters. Its page has a margin at the sides (how
 * wide is an engineering default) and an element around the message with a margin above and below and smaller text (jmwhite.co.uk,
 * 2015-09-19, of Android 4.4): emails that know it reset `div[style*="margin: 16px 0"]`.
 */
const profile = {
  support: createSupport({ cells: {} }),
  sourceSteps: [],
  steps: [
    removeComments,
    breakImages('engineering default: nothing is loaded, and WebView draws its placeholder'),
    drawAndroidFonts,
  ],
  captureSelector: null,
  zoomsOut: true,
}

const show = showAsPage({
  css: `html{font:16px/normal Roboto,Arial,sans-serif;color:#000;background:#fff}
:where(body){margin:0 16px}`,
  doctype: 'quirks',
})
// Behind all steps: its style is written as the emails look for it.
const wrap = wrapBody({ style: 'margin: 16px 0; font-size: 80%' })

export const androidMail: Profile = (content, options) =>
  emulateHtml(
    {
      ...profile,
      framePage: (message) => {
        wrap(message)
        show(message)
      },
      frame: turnFrame(androidPhone2015, options.orientation),
    },
    content,
    options,
  )
