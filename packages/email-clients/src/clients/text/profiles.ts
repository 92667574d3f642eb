import type { Profile } from '../../engine/profile'

/** Engineering default: the width of text terminals since the VT100. */
const columns = 80

/** `browsed`: mail programs in a terminal pass HTML to a text browser. */
export const textProfiles = {
  plainText: { kind: 'text', columns },
  lynx: { kind: 'browsed', browser: 'lynx', columns },
  w3m: { kind: 'browsed', browser: 'w3m', columns },
} satisfies Record<string, Profile>

export type TextProfileName = keyof typeof textProfiles
