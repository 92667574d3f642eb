import type { HtmlProfile } from '../../engine/profile'
import { breakImages } from '../../engine/steps/break-images'
import { removeComments } from '../../engine/steps/remove-comments'
import { createSupport } from '../../engine/support'
import { colourBlindPage } from './page'

/** The client filters nothing. Engineering default: the pane. */
const colourBlindness: HtmlProfile = {
  kind: 'html',
  support: createSupport({}),
  sourceSteps: [],
  steps: [removeComments, breakImages('engineering default: as a browser draws an image that does not load')],
  framePage: colourBlindPage,
  frame: { width: 1000, height: 800, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' },
  captureSelector: null,
}

export const colourVisionProfiles = { colourBlindness }

export type ColourVisionProfileName = keyof typeof colourVisionProfiles
