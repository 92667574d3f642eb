import type { Citation } from '../sources/sources'
import type { Images } from '../email-client'

/** The email as sent, before any client touched it. */
export interface EmailContent {
  html: string | null
  plainText: string | null
  subject: string | null
  fromAddress: string | null
  fromDisplayName: string | null
  /** Pictures that are attached to the message and that its HTML does not show. */
  attachedImages?: readonly AttachedImage[]
}

/** An attached picture. `url` is passed to `EmulateOptions.assetUrl`; `name` is the file name, or empty. */
export interface AttachedImage {
  url: string
  name: string
}

/** The window a client shows the message in. Lengths in CSS pixels. */
export interface Frame {
  width: number
  height: number
  /** Device pixels per CSS pixel. */
  deviceScaleFactor: number
  /** The factor by which the client scales the whole window. Media queries do not see it. Default: 1. */
  zoom?: number
  /** Whether the viewport is a phone's or tablet's, which honours `<meta name=viewport>`. */
  mobile: boolean
  colorScheme: 'light' | 'dark'
  /** Whether Chromium darkens a page that declares no dark scheme, as Android's WebView can. Default: no. */
  isDarkenedByEngine?: boolean
}

/**
 * Minimum height of a picture in CSS pixels (ADR 30): a picture ends where its message ends, but is never lower than
 * the lowest window of the catalogue, which is an iPhone SE's in landscape.
 */
export const leastPictureHeight = 320

/** A message ready for a browser engine. */
export interface HtmlDocument {
  kind: 'html'
  html: string
  frame: Frame
  /** CSS selector of the element whose border box is the picture. Null: the picture is the whole page. */
  captureSelector: string | null
  /**
   * What the client does with a message that is wider than that element or the window. `scaled`: lays it out in the
   * width that it needs, while media queries see the window, and shows it smaller. `narrowed`: first removes widths
   * from its elements, as Gmail's app on Android does. `cut`: shows the part that fits the window. Default: the picture
   * is as wide as the message.
   */
  tooWide?: 'scaled' | 'narrowed' | 'cut'
  /** Maximum width of an `<img width>`, as a multiple of its file's, which only the engine knows. Default: none. */
  maxStretch?: number
  /** Minimum height of the picture in CSS pixels (ADR 30). Default: the height of the window. */
  leastHeight?: number
}

/** A message ready to be drawn in a terminal's cells. */
export interface TextDocument {
  kind: 'text'
  /** Already wrapped; lines end in `\n`. */
  text: string
  /** Width of the terminal in character cells. */
  columns: number
}

/** The email itself, for a client that really runs. */
export interface MessageDocument {
  kind: 'message'
  /** Its web addresses are those of the frozen copies; `cid:` still refers to parts of the message. */
  content: EmailContent
  /** The client's window. */
  frame: Frame
  leastHeight?: number
  /** The setting of the client's own switch for remote images. */
  images: Images
}

/** A message ready for a text browser, whose output is drawn in a terminal's cells. */
export interface BrowsedDocument {
  kind: 'browsed'
  browser: 'w3m' | 'lynx'
  html: string
  /** Width of the terminal in character cells. */
  columns: number
}

/** What an email client makes of an email. */
export type EmulatedDocument = HtmlDocument | TextDocument | MessageDocument | BrowsedDocument

/** One thing that a client removed or changed, as `/changes` reports it. */
export interface Change {
  /** Name of the kind of change, such as `element-unsupported`. */
  rule: string
  /** What was removed or changed, such as `<video>`; `others` for those beyond the maximum of distinct changes. */
  what: string
  /** 1-based position in the HTML as sent, of the first of equal changes. Null if it has no single position. */
  where: { line: number; column: number } | null
  /** How often the same change was made. */
  count: number
  source: Citation
}

/** The result of emulating an email client: the document to draw, and what the client changed. */
export interface Emulation {
  document: EmulatedDocument
  changes: Change[]
}
