import type { Citation } from '../../sources/sources'
import type { Step } from '../message'
import type { Colour } from './colour'
import { visitColours, type ColourRole } from './visit-colours'

/** Text of a lower brightness is inverted (Chromium, dark_mode_settings_builder.cc). */
const textThreshold = 150
/** Backgrounds and stops of gradients of a higher brightness are inverted (same file). */
const backgroundThreshold = 205

/**
 * Whether Chromium changes a colour in a frame with `isDarkenedByEngine`. Its opacity does not count. Borders are
 * inverted like text, then darkened until they have little contrast with the background, so all of them change, except
 * on a light background of their own that stays.
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

/** The brightness of W3C's Techniques for Accessibility Evaluation (AERT, 2000), an integer from 0 to 255. */
function brightnessOf({ r, g, b }: Colour): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((channel) => Math.round(channel * 255))
  return Math.trunc((299 * red + 587 * green + 114 * blue) / 1000)
}

/**
 * Reports the colours of a message that the engine darkens when it draws. The message stays as it is. Not reported are
 * the colours that the email does not set, and small pictures, which the engine inverts if they have few colours.
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
