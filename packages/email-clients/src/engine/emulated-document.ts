import type { Citation } from '../sources/sources'
import type { Images } from '../email-client'

export interface EmailContent {
  html: string | null
  plainText: string | null
  subject: string | null
  fromAddress: string | null
  fromDisplayName: string | null
  attachedImages?: readonly AttachedImage[]
  attachments?: readonly Attachment[] | undefined
  /** The HTML is signed, so that a client that really runs gets it with a broken signature. */
  signature?: 'multipart' | 'cms' | null | undefined
}

/** `url` goes to `EmulateOptions.assetUrl`; `name` is the file name, or empty. */
export interface AttachedImage {
  url: string
  name: string
}

/** What a message has beside what it shows. `name` is the file name, or empty. */
export interface Attachment {
  name: string
  contentType: string
  /** Without transfer encoding. */
  octets: number
}

/** The client's window, in CSS pixels. */
export interface Frame {
  width: number
  height: number
  deviceScaleFactor: number
  /** Scale of the whole window, which media queries do not see. Default: 1. */
  zoom?: number
  /** Honours `<meta name=viewport>`, as phones and tablets do. */
  mobile: boolean
  colorScheme: 'light' | 'dark'
  /** Chromium darkens a page without dark scheme, as Android's WebView can. Default: no. */
  isDarkenedByEngine?: boolean
}

/** CSS pixels (ADR 30): the lowest window of the catalogue, an iPhone SE's in landscape. */
export const leastPictureHeight = 320

export interface HtmlDocument {
  kind: 'html'
  html: string
  frame: Frame
  /** Selector of the element that is the picture. Null: the whole page. */
  captureSelector: string | null
  /**
   * A message that is too wide is `scaled`, `cut` at the frame, or `narrowed`: it first loses widths, as in Gmail on
   * Android. Default: the picture is as wide.
   */
  tooWide?: 'scaled' | 'narrowed' | 'cut'
  /** Limit of an `<img width>` as a multiple of its file's, which only the engine knows. Default: none. */
  maxStretch?: number
  /** CSS pixels (ADR 30). Default: the window's height. */
  leastHeight?: number
}

export interface TextDocument {
  kind: 'text'
  /** Wrapped; lines end in `\n`. */
  text: string
  /** Character cells. */
  columns: number
}

export interface MessageDocument {
  kind: 'message'
  /** Web addresses are those of frozen copies; `cid:` refers to parts of the message. */
  content: EmailContent
  frame: Frame
  leastHeight?: number
  images: Images
}

/** For a text browser, whose output is drawn in a terminal's cells. */
export interface BrowsedDocument {
  kind: 'browsed'
  browser: 'w3m' | 'lynx'
  html: string
  /** Character cells. */
  columns: number
}

export type EmulatedDocument = HtmlDocument | TextDocument | MessageDocument | BrowsedDocument

export interface Change {
  /** Such as `element-unsupported`. */
  rule: string
  /** Such as `<video>`; `others` beyond the maximum of distinct changes. */
  what: string
  /** 1-based, in the HTML as sent, of the first of equal changes. Null without a single position. */
  where: { line: number; column: number } | null
  count: number
  source: Citation
  /** Decided where the change was made. Absent: `effectOfChange` decides by rule and what. */
  effect?: 'other_clients' | 'none'
  /** Null: what `effects/advice` would say is done there already. */
  instead?: null
  /** It is seen, but the email looks as it is meant to: it has its remedy in each of the places. */
  isSettled?: true
}

export interface Emulation {
  document: EmulatedDocument
  changes: Change[]
}
