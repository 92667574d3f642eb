import { desktopBrowser } from '../../engine/answer-device-queries'
import { emulateHtml, type HtmlProfile } from '../../engine/emulate-html'
import type { Profile } from '../../engine/profile'
import { desktopWindow, messageSelector } from '../../engine/put-into-page'
import { framePage } from './page'
import { googleAccountSteps } from './gmail-steps'
import { gmailWebSupport } from './support'
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
