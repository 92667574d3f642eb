import { desktopBrowser } from '../../engine/answer-device-queries'
import { emulateHtml, type HtmlProfile } from '../../engine/emulate-html'
import type { Step } from '../../engine/message'
import type { Profile } from '../../engine/profile'
import { desktopWindow, messageSelector } from '../../engine/put-into-page'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { forceLinkTarget } from '../../engine/steps/force-link-target'
import { filterHtml, filterStyles, showBody } from './outlook-filter'
import { messageClass, readingPane } from './page'
import { outlookWebSupport } from './support'
import { darkenColours } from './steps/darken-colours'
import { limitSelectors } from './steps/limit-selectors'
import { prefixOutlookNames } from './steps/prefix-outlook-names'

/** What the webmail does to an email, and whatever has its filter. */
export const outlookWebSteps: readonly Step[] = [
  ...filterStyles(
    filterAtRules,
    limitSelectors({
      onTypesOnly: 'all',
      source: 'caniemail css-pseudo-class-hover note 2 and the like, 2024-01',
    }),
  ),
  ...filterHtml,
  forceLinkTarget('caniemail html-target note 1, 2024-01'),
  prefixOutlookNames(messageClass),
  ...showBody,
]

const outlookWebProfile: HtmlProfile = {
  support: outlookWebSupport,
  sourceSteps: [],
  steps: outlookWebSteps,
  framePage: readingPane('light'),
  frame: desktopWindow,
  device: desktopBrowser,
  captureSelector: messageSelector,
}

const outlookWebDarkProfile: HtmlProfile = {
  ...outlookWebProfile,
  steps: [...outlookWebSteps, darkenColours],
  framePage: readingPane('dark'),
  // The query answers the browser, not Outlook's switch; we take a computer that is dark altogether.
  frame: { ...desktopWindow, colorScheme: 'dark' },
}

/** Outlook.com, Office 365 and the new Outlook for Windows. */
export const outlookWeb: Profile = (content, options) => emulateHtml(outlookWebProfile, content, options)

export const outlookWebDark: Profile = (content, options) =>
  emulateHtml(outlookWebDarkProfile, content, options)
