import type { HtmlProfile } from '../../engine/profile'
import { breakImages } from '../../engine/steps/break-images'
import { removeComments } from '../../engine/steps/remove-comments'
import { createSupport } from '../../engine/support'
import { showAsPage } from '../../engine/show-as-page'

/**
 * Deuteranopia, the most common. Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color
 * Vision Deficiency (2009), severity 1.0, in linear sRGB, as SVG filters compute.
 */
const deuteranopia = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
]

const matrix = [...deuteranopia.map((row) => [...row, 0, 0].join(' ')), '0 0 0 1 0'].join(' ')
const filter = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg"><filter id="vision" color-interpolation-filters="linearRGB"><feColorMatrix values="${matrix}"/></filter></svg>`,
)}#vision`

/** The pane's text is an engineering default. */
const colourBlindPage = showAsPage({
  css: `html{filter:url("${filter}");background:#fff;color:#000;font:16px/normal Arial,Helvetica,sans-serif}`,
  doctype: 'as sent',
})

/** The client filters nothing. The pane is an engineering default. */
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
