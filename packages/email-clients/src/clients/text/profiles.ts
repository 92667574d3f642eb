import type { Profile } from '../../engine/profile'

/** Engineering default: the width of text terminals since the VT100. */
const columns = 80

/** A client that shows text only, and mail programs in a terminal that pass HTML to a text browser. */
export const textProfiles = {
  plainText: { kind: 'text', columns },
  lynx: { kind: 'browsed', browser: 'lynx', columns },
  w3m: { kind: 'browsed', browser: 'w3m', columns },
} satisfies Record<string, Profile>

/** The key of a profile, which a row of this family names. */
export type TextProfileName = keyof typeof textProfiles
