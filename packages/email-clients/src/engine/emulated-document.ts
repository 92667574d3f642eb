import type { Citation } from '../sources/sources'
import type { Images } from '../email-client'

/** The email as sent, before any client touched it. */
export interface EmailContent {
  html: string | null
  plainText: string | null
  subject: string | null
  fromAddress: string | null
  fromDisplayName: string | null
  /** What came with the message as an attachment, is a picture and stands nowhere in its HTML. */
  attachedImages?: readonly AttachedImage[]
}

/** `url` is for `EmulateOptions.assetUrl`; `name` is the file's, or empty. */
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
  /** The client shows the whole window this much smaller than it is; media queries do not see it. Left out: 1. */
  zoom?: number
  /** A phone's or tablet's viewport: honours `<meta name=viewport>`. */
  mobile: boolean
  colorScheme: 'light' | 'dark'
  /** Chromium itself darkens a page that does not say it supports dark, as Android's WebView can. Left out: it does not. */
  isDarkenedByEngine?: boolean
}

/**
 * ADR 30: a picture ends where its message does, but is never lower than the smallest window that any email client of the catalogue has, an
 * iPhone SE's held sideways.
 */
export const leastPictureHeight = 320

/** A message ready for a browser engine. */
export interface HtmlDocument {
  kind: 'html'
  html: string
  frame: Frame
  /** The element whose border box is the picture; null: the whole page. */
  captureSelector: string | null
  /**
   * What the client does with a message wider than that element or the window: `scaled` lays it out in the width it needs, while media
   * queries see the window, and shows it smaller; `narrowed` first takes widths from what is in it, as Gmail's app on Android does;
   * `cut` shows what the window holds. Left out: the picture is as wide as the message.
   */
  tooWide?: 'scaled' | 'narrowed' | 'cut'
  /** Of the picture, in CSS pixels; else it ends with the message (ADR 30). Left out: a page is at least as high as its window. */
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

/** The email itself, for a client that really runs and does to it whatever it does. */
export interface MessageDocument {
  kind: 'message'
  /** Its addresses of the web are frozen copies' already; `cid:` still names a part of the message. */
  content: EmailContent
  /** The window of the client. */
  frame: Frame
  /** As `HtmlDocument`'s. */
  leastHeight?: number
  /** How the client's own switch for remote images stands. */
  images: Images
}

/** A message ready for a browser of text, whose output is drawn in a terminal's cells. */
export interface BrowsedDocument {
  kind: 'browsed'
  browser: 'w3m' | 'lynx'
  html: string
  /** Width of the terminal in character cells. */
  columns: number
}

/** What an email client makes of an email. */
export type EmulatedDocument = HtmlDocument | TextDocument | MessageDocument | BrowsedDocument

/** One thing this client removed or changed, for the report a user reads. */
export interface Change {
  rule: string
  what: string
  /** 1-based, in the HTML as sent; null when it has no single place. */
  where: { line: number; column: number } | null
  count: number
  source: Citation
}

export interface Emulation {
  document: EmulatedDocument
  changes: Change[]
}
