import type { Images, Orientation } from '../email-client'
import type { Device } from './answer-device-queries'
import type { ChangeLogOptions } from './change-log'
import type { BrowsedDocument, Frame, HtmlDocument } from './emulated-document'
import type { Message, SourceStep, Step } from './message'
import type { Support } from './support'

export interface EmulateOptions extends ChangeLogOptions {
  orientation: Orientation
  images: Images
  /** The frozen copy of a normalised http(s) URL, or of `cid:` and a Content-ID. Null for none. */
  assetUrl: (url: string) => string | null
  /** The frozen text of a linked style sheet by its normalised URL. Only Word reads it. */
  styleSheet?: (url: string) => string | null
  /** Decides the effect of changes in their place. False where nobody reads them. Default: yes. */
  judgesChanges?: boolean
  /** Elements carry their place in the HTML as sent (`placeAttribute`), for measuring. Default: no. */
  marksPlaces?: boolean
}

/** Data for `runProfile`. Codes that act alike share one profile. */
export type Profile = HtmlProfile | TextProfile | BrowsedProfile | MessageProfile

export interface HtmlProfile {
  kind: 'html'
  support: Support
  sourceSteps: readonly SourceStep[]
  steps: readonly Step[]
  /** Builds the client's page around the message, after all CSS was written back. */
  framePage: Step
  /** For a phone or tablet: its screen in portrait. */
  frame: Frame
  /** A horizontal preview turns `frame`. Default: no. */
  turns?: boolean
  /** Called after the steps, for a frame that depends on the message. */
  fitFrame?: (message: Message, frame: Frame) => Frame
  captureSelector: string | null
  tooWide?: TooWide | ((message: Message) => TooWide)
  maxStretch?: number
  device?: Device
}

type TooWide = NonNullable<HtmlDocument['tooWide']>

export interface TextProfile {
  kind: 'text'
  /** Character cells. */
  columns: number
}

/** Passes HTML to a text browser; shows an email without HTML as text. */
export interface BrowsedProfile {
  kind: 'browsed'
  browser: BrowsedDocument['browser']
  /** Character cells. */
  columns: number
}

/** A client that really runs: gets the email as it is, and no changes are reported. */
export interface MessageProfile {
  kind: 'message'
  frame: Frame
}
