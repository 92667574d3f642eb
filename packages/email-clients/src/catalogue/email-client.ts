/** What draws a client's mail: one queue and one kind of worker each. */
export type EngineName = 'chromium' | 'firefox' | 'webkit' | 'thunderbird' | 'roundcube' | 'text'

/** Contract §5: taken in that very client; drawn in its engine family; or its rules applied by us, then drawn. */
export type Fidelity = 'client' | 'engine' | 'emulated'

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
  orientationOptions: readonly Orientation[]
  imagesOptions: readonly Images[]
}
