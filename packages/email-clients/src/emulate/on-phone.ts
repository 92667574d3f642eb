import { emulateHtml, type HtmlProfile } from './emulate-html'
import type { Frame } from './emulated-document'
import type { Profile } from './profile'
import { turnFrame } from './turn-frame'

/** A client on a phone that can be turned; its frame is given as the phone is held upright. */
export interface PhoneProfile extends HtmlProfile {
  frame: Frame
}

/** Draws in the orientation asked for, and zooms out of a message that is wider than the screen. */
export function onPhone(profile: PhoneProfile): Profile {
  return (content, options) =>
    emulateHtml(
      { ...profile, frame: turnFrame(profile.frame, options.orientation), zoomsOut: true },
      content,
      options,
    )
}
