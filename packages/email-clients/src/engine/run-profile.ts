import { emulateBrowsed } from './emulate-browsed'
import { emulateHtml } from './emulate-html'
import { emulateMessage } from './emulate-message'
import { emulateText } from './emulate-text'
import type { EmailContent, Emulation } from './emulated-document'
import type { EmulateOptions, Profile } from './profile'

/** What a profile's email clients make of an email. Pure: the same email and options give the same result. */
export function runProfile(profile: Profile, content: EmailContent, options: EmulateOptions): Emulation {
  switch (profile.kind) {
    case 'html':
      return emulateHtml(profile, content, options)
    case 'text':
      return emulateText(profile, content)
    case 'browsed':
      return emulateBrowsed(profile, content)
    case 'message':
      return emulateMessage(profile, content, options)
  }
}
