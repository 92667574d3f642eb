import type { Citation } from '../../sources/sources'
import type { Step } from '../message'
import type { Colour } from './colour'
import { visitColours, type ColourRole } from './visit-colours'

/** Darker text is inverted (Chromium, dark_mode_settings_builder.cc). */
const textThreshold = 150
/** Brighter backgrounds and gradient stops are inverted (same file). */
const backgroundThreshold = 205

/**
 * In a frame with `isDarkenedByEngine`, whatever the opacity. A border on a light background of its own that stays does
 * not change.
 */
export function isDarkenedByEngine(colour: Colour, role: ColourRole): boolean {
  switch (role) {
    case 'text':
      return brightnessOf(colour) < textThreshold
    case 'background':
    case 'gradient':
      return brightnessOf(colour) > backgroundThreshold
    case 'border':
      return true
    case 'other':
      return false
  }
}

/** W3C, Techniques for Accessibility Evaluation (AERT, 2000): 0 to 255. */
function brightnessOf({ r, g, b }: Colour): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((channel) => Math.round(channel * 255))
  return Math.trunc((299 * red + 587 * green + 114 * blue) / 1000)
}

/**
 * The engine darkens, not this step. Not reported: colours that the email does not set, and small pictures of few
 * colours, which the engine inverts.
 */
export function reportDarkening(sourceOf: (role: ColourRole) => Citation): Step {
  return function reportDarkening(message) {
    visitColours(message, ({ colour, role, name, where, owners }) => {
      if (isDarkenedByEngine(colour, role)) {
        const kind = { rule: 'dark-partial-inversion', what: name, source: sourceOf(role) }
        message.changes.record(kind, where, Math.max(1, owners.length))
      }
      return null
    })
  }
}
