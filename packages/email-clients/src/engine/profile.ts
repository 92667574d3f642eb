import type { Images, Orientation } from '../email-client'
import type { Device } from './answer-device-queries'
import type { BrowsedDocument, Change, Frame, HtmlDocument } from './emulated-document'
import type { Message, SourceStep, Step } from './message'
import type { Support } from './support'

/** What the caller chooses for one emulation, and the look-ups of frozen copies. */
export interface EmulateOptions {
  orientation: Orientation
  images: Images
  /** The address of the frozen copy of a normalised http(s) URL, or of `cid:` and a Content-ID; null for none. */
  assetUrl: (url: string) => string | null
  /** The text of a linked style sheet by its normalised URL; null if it was not frozen. Only Word reads it. */
  styleSheet?: (url: string) => string | null
  /** Changes that are not made, to see what they do to the picture (ADR 53), where the step can do without. */
  leavesOut?: (change: Pick<Change, 'rule' | 'what'>) => boolean
  /** Whether elements carry their place in the HTML as sent (`placeAttribute`), for measuring. Default: no. */
  marksPlaces?: boolean
}

/** What an email client does to an email, as data that `runProfile` runs. Codes that act alike share one profile. */
export type Profile = HtmlProfile | TextProfile | BrowsedProfile | MessageProfile

/** A client that shows HTML: what it honours, its steps in order, and the page in which it shows the message. */
export interface HtmlProfile {
  kind: 'html'
  support: Support
  sourceSteps: readonly SourceStep[]
  steps: readonly Step[]
  /** Builds the client's own page around the message, after all CSS has been written back. */
  framePage: Step
  /** The window. For a phone or tablet: its screen in portrait. */
  frame: Frame
  /** Whether a horizontal preview turns `frame`, as for phones and tablets. Default: it does not. */
  turns?: boolean
  /** Called after the steps, when the frame depends on the message, as its size or its colour scheme can. */
  fitFrame?: (message: Message, frame: Frame) => Frame
  /** CSS selector of the element whose border box is the picture. Null: the picture is the whole page. */
  captureSelector: string | null
  /** See `HtmlDocument`. A function if it depends on the message; it is called after `framePage`. */
  tooWide?: TooWide | ((message: Message) => TooWide)
  maxStretch?: number
  /** Default: a program on a computer. */
  device?: Device
}

type TooWide = NonNullable<HtmlDocument['tooWide']>

/** A client that shows text only: the text part, or a text made from the HTML if there is no text part. */
export interface TextProfile {
  kind: 'text'
  /** Width of the terminal in character cells. */
  columns: number
}

/** A client in a terminal that passes HTML to a text browser, and shows an email without HTML as text. */
export interface BrowsedProfile {
  kind: 'browsed'
  browser: BrowsedDocument['browser']
  /** Width of the terminal in character cells. */
  columns: number
}

/** A client that really runs. It gets the email as it is, and we report no changes. */
export interface MessageProfile {
  kind: 'message'
  /** The client's window for a vertical preview. A horizontal preview turns it. */
  frame: Frame
}
