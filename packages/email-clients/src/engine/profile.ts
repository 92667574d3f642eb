import type { EmailContent, Emulation } from './emulated-document'
import type { Images, Orientation } from '../email-client'

export interface EmulateOptions {
  orientation: Orientation
  images: Images
  /** Address of the frozen copy of a normalised absolute http(s) URL or of `cid:` and a Content-ID; null when there is none. */
  assetUrl: (url: string) => string | null
  /** The text of a linked style sheet by its normalised absolute URL; null when it was not frozen. For clients that read it themselves. */
  styleSheet?: (url: string) => string | null
}

/** What one family of clients makes of an email. Pure: same email, same options, same answer. */
export type Profile = (content: EmailContent, options: EmulateOptions) => Emulation

/** A family's clients: what each does to an email, by its code. Codes that act alike share one profile. */
export type FamilyProfiles = Readonly<Record<string, Profile>>

/** One profile for codes that act alike. */
export function sameFor(codes: readonly string[], profile: Profile): FamilyProfiles {
  return Object.fromEntries(codes.map((code) => [code, profile]))
}
