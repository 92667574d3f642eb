import type { CaniemailClient } from './caniemail/caniemail-client'

/** The engines that draw pictures. Each has its own queue and its own kind of worker. */
export type EngineName = 'chromium' | 'firefox' | 'webkit' | 'thunderbird' | 'roundcube' | 'text'

/**
 * How a picture is made (docs/contract.md §5). `client`: taken in the email client itself. `engine`: drawn in the
 * engine family that the client uses. `emulated`: our rules change the email as the client would, then an engine draws
 * it.
 */
export type Fidelity = 'client' | 'engine' | 'emulated'

/** A month: `2025-07`. */
export type Month = `${number}-${number}`

/**
 * How far a client's pictures can be trusted.
 * `measured`: they are compared with real pictures of it, or the program itself makes them.
 * `documented`: its rules come from published tests or texts about this version or, if the client updates itself, about
 * the newest version.
 * `assumed`: nothing is published about it, so its rules are those of the most similar client.
 */
export type Confidence = 'measured' | 'documented' | 'assumed'

/** The families of email clients: those of one are alike, and share a folder of `clients`. */
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

/** What email clients run on: a computer, a browser on one, a phone or tablet, or a terminal. */
export const emailClientKinds = ['desktop', 'web', 'mobile', 'text'] as const
export type EmailClientKind = (typeof emailClientKinds)[number]

/** How a phone or tablet is held: `vertical` is portrait, `horizontal` is landscape. */
export type Orientation = 'vertical' | 'horizontal'
/** Whether the email client loads the email's images. */
export type Images = 'allowed' | 'blocked'

export interface EmailClient {
  /** Upper case, as in the preview path. */
  code: string
  name: string
  family: Family
  kind: EmailClientKind
  /** Whether it is an email client in its dark theme. Its code is that of the light theme, followed by `DARK`. */
  isDark: boolean
  /** The name of its kind in the API. */
  group: string
  platform: string
  engine: EngineName
  fidelity: Fidelity
  /**
   * The month of the newest source for what this client does. For a measured client, the month of its newest real
   * picture. For a client that really runs here, the month of our last run of it.
   */
  asOf: Month
  confidence: Confidence
  orientationOptions: readonly Orientation[]
  imagesOptions: readonly Images[]
  /** The client of caniemail whose cells its pictures are measured against (ADR 15); none: it is not measured. */
  caniemail?: CaniemailClient
  /**
   * The version by which caniemail counts it, as in its cells: newer cells do not apply. Without one the newest cell
   * applies; Apple's clients have their version in `platform`.
   */
  caniemailVersion?: string
}

/** An email client, and how it is used for a preview. */
export interface PreviewConfiguration {
  emailClient: EmailClient
  orientation: Orientation
  images: Images
}

/** A row of the catalogue: an email client, and the key of its profile in the `profiles.ts` of its family. */
export interface EmailClientRow<ProfileName extends string> extends Omit<EmailClient, 'family'> {
  profile: ProfileName
}
