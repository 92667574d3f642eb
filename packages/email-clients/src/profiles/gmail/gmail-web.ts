import { desktopBrowser } from '../../emulate/answer-device-queries'
import { emulateHtml, type HtmlProfile } from '../../emulate/emulate-html'
import type { Profile } from '../../emulate/profile'
import { desktopWindow, messageSelector } from '../../emulate/put-into-page'
import { framePage } from './frame-page'
import { googleAccountSteps } from './gmail-steps'
import { gmailWebSupport } from './gmail-supports'
import { clipMessage } from './steps/clip-message'
import { insertWordBreaks } from './steps/insert-word-breaks'

const gmailWebProfile: HtmlProfile = {
  support: gmailWebSupport,
  sourceSteps: [clipMessage],
  steps: [...googleAccountSteps, insertWordBreaks],
  framePage,
  frame: desktopWindow,
  device: desktopBrowser,
  captureSelector: messageSelector,
}

/** Gmail in a browser, for personal and Workspace accounts: dark mode leaves the message alone, so there is one. */
export const gmailWeb: Profile = (content, options) => emulateHtml(gmailWebProfile, content, options)
