import type { Device } from './answer-device-queries'
import { emulateHtml, type HtmlProfile } from './emulate-html'
import type { Frame } from './emulated-document'
import type { Profile } from './profile'
import { turnFrame } from './turn-frame'

/** A client on a phone that can be turned; its frame is given as the phone is held upright. */
export interface PhoneProfile extends HtmlProfile {
  frame: Frame
  device: Device
}

/** Draws in the orientation asked for, and shows a message that is wider than the screen smaller, if the profile does not say otherwise. */
export function onPhone(profile: PhoneProfile): Profile {
  return (content, options) =>
    emulateHtml(
      {
        ...profile,
        frame: turnFrame(profile.frame, options.orientation),
        tooWide: profile.tooWide ?? 'scaled',
      },
      content,
      options,
    )
}
