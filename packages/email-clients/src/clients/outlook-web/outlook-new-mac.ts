import { emulateHtml, type HtmlProfile } from '../../engine/emulate-html'
import type { Profile } from '../../engine/profile'
import { messageSelector } from '../../engine/put-into-page'
import { macWindow } from './outlook-mac'
import { newMacPage } from './page'
import { outlookNewMacSupport } from './support'
import { outlookWebSteps } from './outlook-web'
import { darkenColours } from './steps/darken-colours'

/** caniemail's tests of 16.80, 2023-12, have the notes of Outlook.com: its filter. That the names it gives classes are the same is an engineering default. */
const newMac: HtmlProfile = {
  support: outlookNewMacSupport,
  sourceSteps: [],
  steps: outlookWebSteps,
  framePage: newMacPage('light'),
  frame: macWindow,
  captureSelector: messageSelector,
}

const newMacDark: HtmlProfile = {
  ...newMac,
  steps: [...outlookWebSteps, darkenColours],
  framePage: newMacPage('dark'),
  frame: { ...macWindow, colorScheme: 'dark' },
}

/** The new Outlook for Mac, since 16.80: the webmail's filter in WebKit. */
export const outlookNewMac: Profile = (content, options) => emulateHtml(newMac, content, options)

export const outlookNewMacDark: Profile = (content, options) => emulateHtml(newMacDark, content, options)
