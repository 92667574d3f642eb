/** What draws a client's mail: one queue and one kind of worker each. */
export type EngineName = 'chromium' | 'firefox' | 'webkit' | 'thunderbird' | 'roundcube' | 'text'

/** docs/contract.md §5: taken in that very client; drawn in its engine family; or its rules applied by us, then drawn. */
export type Fidelity = 'client' | 'engine' | 'emulated'

/** A month: `2025-07`. */
export type Month = `${number}-${number}`

/**
 * How far a client's pictures can be trusted.
 * `measured`: they stand beside real pictures of it, or the program itself makes them.
 * `documented`: its rules come from tests or texts published about this client: this version of it or, where it updates itself, the newest.
 * `assumed`: its rules are those of its nearest relative, as nothing published says how it differs.
 */
export type Confidence = 'measured' | 'documented' | 'assumed'

export type Orientation = 'vertical' | 'horizontal'
export type Images = 'allowed' | 'blocked'

/** One email client of the catalogue. */
export interface EmailClient {
  /** Upper case, as in the preview path. */
  code: string
  name: string
  group: string
  platform: string
  engine: EngineName
  fidelity: Fidelity
  /** The month of the newest source for what this client does; of a real picture where it is measured; of our last run of a program that runs here. */
  asOf: Month
  confidence: Confidence
  orientationOptions: readonly Orientation[]
  imagesOptions: readonly Images[]
}

/** A row of the catalogue: an email client, and the name that its profile has in its family's `profiles.ts`. */
export interface EmailClientRow<ProfileName extends string> extends EmailClient {
  profile: ProfileName
}
