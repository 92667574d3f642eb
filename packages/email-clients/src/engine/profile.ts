import type { Images, Orientation } from '../email-client'
import type { Device } from './answer-device-queries'
import type { BrowsedDocument, Frame, HtmlDocument } from './emulated-document'
import type { Message, SourceStep, Step } from './message'
import type { Support } from './support'

export interface EmulateOptions {
  orientation: Orientation
  images: Images
  /** Address of the frozen copy of a normalised absolute http(s) URL or of `cid:` and a Content-ID; null when there is none. */
  assetUrl: (url: string) => string | null
  /** The text of a linked style sheet by its normalised absolute URL; null when it was not frozen. For clients that read it themselves. */
  styleSheet?: (url: string) => string | null
}

/** What an email client does to an email, as data that `runProfile` runs. Codes that act alike share one profile. */
export type Profile = HtmlProfile | TextProfile | BrowsedProfile | MessageProfile

/** A client that shows HTML: data first, then named steps in order, then the page it shows the message in. */
export interface HtmlProfile {
  kind: 'html'
  support: Support
  sourceSteps: readonly SourceStep[]
  steps: readonly Step[]
  /** Builds the client's own page around the message, when all CSS has been written back. */
  framePage: Step
  /** The window; the screen of a phone or tablet is given as it is held upright. */
  frame: Frame
  /** Whether `frame` is turned for a horizontal preview, as phones and tablets are. Left out: it is not. */
  turns?: boolean
  /** Changes the frame for a message, behind the steps: a client can fit its window, or let the message decide between light and dark. */
  fitFrame?: (message: Message, frame: Frame) => Frame
  captureSelector: string | null
  /** A function, called behind `framePage`, where the message decides. */
  tooWide?: TooWide | ((message: Message) => TooWide)
  /** Left out: a program on a computer. */
  device?: Device
}

type TooWide = NonNullable<HtmlDocument['tooWide']>

/** A client that shows text only: the text part, or what it makes of the HTML when there is none. */
export interface TextProfile {
  kind: 'text'
  /** Width of the terminal in character cells. */
  columns: number
}

/** A client in a terminal that hands HTML to a browser of text, and shows an email without HTML as a `TextProfile` does. */
export interface BrowsedProfile {
  kind: 'browsed'
  browser: BrowsedDocument['browser']
  /** Width of the terminal in character cells. */
  columns: number
}

/** A client that really runs: it gets the email as it is, and nothing that happens to it is ours to report. */
export interface MessageProfile {
  kind: 'message'
  /** The client's window as a vertical preview has it; a horizontal preview turns it. */
  frame: Frame
}
