import type { TransferEncoding } from './decode-transfer'

/** A leaf has bytes; a multipart, an embedded message, or what is wrapped in CMS or TNEF, has parts. */
export interface MessagePart {
  /** Lower case, without parameters. */
  contentType: string
  charset: string | null
  /** RFC 3676: a line that ends in a blank continues. With DelSp (`delsp`), that blank is not text. */
  flowed: 'no' | 'yes' | 'delsp'
  isAttachment: boolean
  fileName: string
  contentId: string | null
  contentLocation: string | null
  /** RFC 2387: the Content-ID of the part that is shown. */
  start: string | null
  /** The first one, unfolded and still encoded, each byte as a character; empty when there is none. */
  header(name: string): string
  encoding: TransferEncoding
  /** With transfer encoding; empty when the part has parts. */
  raw: Buffer
  /** Offset of `raw` in the message, or in the bytes of the part that is `wrapped`. */
  rawStart: number
  /** Without transfer encoding; empty when the part has parts. */
  readonly body: Buffer
  parts: MessagePart[]
  /** Its parts' bytes are within its own decoded body. */
  wrapped: 'message' | 'cms' | 'tnef' | null
}

/** RFC 5322, RFC 6532, and what news readers made: clients show each as a message. */
export const isMessage = ({ contentType }: Pick<MessagePart, 'contentType'>): boolean =>
  contentType === 'message/rfc822' || contentType === 'message/global' || contentType === 'message/news'
