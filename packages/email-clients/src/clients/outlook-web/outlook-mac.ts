import { emulateHtml, type HtmlProfile } from '../../engine/emulate-html'
import type { Frame } from '../../engine/emulated-document'
import type { Step } from '../../engine/message'
import type { Profile } from '../../engine/profile'
import { removeImageAddresses } from '../../engine/steps/block-images'
import { dropColourSchemeMeta } from '../../engine/steps/drop-colour-scheme-meta'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { hasModernRgb, refuseValues } from '../../engine/steps/refuse-values'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import { showPosters } from '../../engine/steps/show-posters'
import { macPage } from './page'
import { outlookMac2016Support, outlookMacSupport } from './support'
import { darkenColours } from './steps/darken-colours'

/** Engineering default: the reading pane of a window on a Mac with a Retina screen. */
export const macWindow: Frame = {
  width: 800,
  height: 600,
  deviceScaleFactor: 2,
  mobile: false,
  colorScheme: 'light',
}

const steps: readonly Step[] = [
  removeComments,
  filterSyntax,
  filterAtRules,
  filterSelectors(),
  filterDeclarations,
  dropColourSchemeMeta,
  replaceUnsupportedElements(null),
  filterAttributes,
  showPosters,
  hideUnshownImages,
  removeImageAddresses('Litmus, image blocking: Outlook for Mac blocks by default'),
]

const refuseModernRgb = refuseValues({
  properties: /./,
  refuses: hasModernRgb,
  what: 'rgb() with blanks or alpha',
  source: 'caniemail css-rgb notes 1 and 2, 2016',
})

const mac: HtmlProfile = {
  support: outlookMacSupport,
  sourceSteps: [],
  steps,
  framePage: macPage('light'),
  frame: macWindow,
  captureSelector: null,
}

const mac2016: HtmlProfile = { ...mac, support: outlookMac2016Support, steps: [...steps, refuseModernRgb] }

const macDark: HtmlProfile = {
  ...mac,
  // caniemail css-at-media-prefers-color-scheme note 3, 16.70: it keeps the originals as Outlook.com does.
  steps: [...steps, darkenColours],
  framePage: macPage('dark'),
  frame: { ...macWindow, colorScheme: 'dark' },
}

/** Outlook for Mac: WebKit with few limits of its own, until the new Outlook brought the webmail's filter (16.80, 2023-12). */
export const outlookMac: Profile = (content, options) => emulateHtml(mac, content, options)
export const outlookMac2016: Profile = (content, options) => emulateHtml(mac2016, content, options)
export const outlookMacDark: Profile = (content, options) => emulateHtml(macDark, content, options)
