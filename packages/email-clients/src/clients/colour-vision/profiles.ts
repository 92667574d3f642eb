import type { HtmlProfile } from '../../engine/profile'
import { breakImages } from '../../engine/steps/break-images'
import { removeComments } from '../../engine/steps/remove-comments'
import { createSupport } from '../../engine/support'
import { colourBlindPage } from './page'

/** A desktop client that filters nothing, as a colour-blind person sees it. The pane is an engineering default. */
const colourBlindness: HtmlProfile = {
  kind: 'html',
  support: createSupport({}),
  sourceSteps: [],
  steps: [removeComments, breakImages('engineering default: as a browser draws an image that does not load')],
  framePage: colourBlindPage,
  frame: { width: 1000, height: 800, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' },
  captureSelector: null,
}

/** The profile of the simulation of colour blindness. */
export const colourVisionProfiles = { colourBlindness }

/** The key of a profile, which a row of this family names. */
export type ColourVisionProfileName = keyof typeof colourVisionProfiles
