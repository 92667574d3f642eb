import type { CaniemailClient } from './caniemail/caniemail-client'

/** Each engine has a queue and a kind of worker. */
export type EngineName = 'chromium' | 'firefox' | 'webkit' | 'thunderbird' | 'roundcube' | 'text'

/**
 * docs/contract.md §5. `client`: the email client itself. `engine`: the same engine family. `emulated`: our rules
 * change the email as the client does, then an engine draws it.
 */
export type Fidelity = 'client' | 'engine' | 'emulated'

export type Month = `${number}-${number}`

/**
 * `measured`: compared with real pictures, or made by the program itself. `documented`: by published tests or texts.
 * `assumed`: as the most similar client.
 */
export type Confidence = 'measured' | 'documented' | 'assumed'

export type Family =
  | 'apple'
  | 'colourVision'
  | 'gmail'
  | 'notes'
  | 'outlookWeb'
  | 'realClients'
  | 'samsung'
  | 'text'
  | 'thunderbirdAndroid'
  | 'webmail'
  | 'word'
  | 'yahoo'

export const emailClientKinds = ['desktop', 'web', 'mobile', 'text'] as const
export type EmailClientKind = (typeof emailClientKinds)[number]

export type Orientation = 'vertical' | 'horizontal'
export type Images = 'allowed' | 'blocked'

export interface EmailClient {
  /** Upper case. */
  code: string
  name: string
  family: Family
  kind: EmailClientKind
  /** The dark theme's code is the light one's with `DARK` at its end. */
  isDark: boolean
  group: string
  platform: string
  engine: EngineName
  fidelity: Fidelity
  /** Month of the newest source; if measured, of the newest real picture; if it really runs here, of our last run. */
  asOf: Month
  confidence: Confidence
  orientationOptions: readonly Orientation[]
  imagesOptions: readonly Images[]
  /** The tests of caniemail that its pictures are measured against (ADR 15). */
  caniemail?: CaniemailClient
  /**
   * Newer cells of caniemail do not apply. Without it, the newest applies; Apple's clients have their version in
   * `platform`.
   */
  caniemailVersion?: string
}

export interface PreviewConfiguration {
  emailClient: EmailClient
  orientation: Orientation
  images: Images
}

export interface EmailClientRow<ProfileName extends string> extends Omit<EmailClient, 'family'> {
  /** A key of the family's `profiles.ts`. */
  profile: ProfileName
}
