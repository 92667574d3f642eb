import { buffer } from 'node:stream/consumers'
import { Splitter } from '@zone-eu/mailsplit'
import type { MimeNode, SplitterChunk } from '@zone-eu/mailsplit/lib/types'
import { decodeQuotedPrintable } from './decode-quoted-printable'

/** A message that stays unread, however often it is tried. The text says why. */
export class UnreadableMessageError extends Error {
  override name = 'UnreadableMessageError'
}

/** One part of a message: a leaf with its bytes, or a multipart or a message with parts of its own. */
export interface MessagePart {
  /** Lower case, without parameters. */
  contentType: string
  charset: string | null
  /** RFC 3676: lines that end in a blank go on in the next one; with DelSp that blank is no part of the text. */
  flowed: 'no' | 'yes' | 'delsp'
  isAttachment: boolean
  /** Empty when it has none. */
  fileName: string
  /** Without its angle brackets. */
  contentId: string | null
  contentLocation: string | null
  /** Whether its bytes stand in the message as they are, without base64 or quoted-printable. */
  isBare: boolean
  /** The first header of this name, unfolded and as it is encoded; empty when there is none. */
  header(name: string): string
  /** Without its transfer encoding; empty when it has parts of its own. */
  body: Buffer
  parts: MessagePart[]
}

/** Far above what mail programs send: bounds on what a hostile message multiplies into. */
const maxParts = 1_000
const maxHeaderBytes = 1024 * 1024

/** The tree of a message's parts. Rejects with an `UnreadableMessageError`. */
export async function splitMessage(raw: Buffer): Promise<MessagePart> {
  const bytesOf = new Map<MimeNode, Buffer[]>()
  const splitter = new Splitter({
    defaultInlineEmbedded: true,
    maxChildNodes: maxParts,
    maxHeadSize: maxHeaderBytes,
  })
  splitter.end(raw)
  try {
    for await (const chunk of splitter as AsyncIterable<SplitterChunk>) {
      if (chunk.type === 'node') bytesOf.set(chunk, [])
      else if (chunk.type === 'body') bytesOf.get(chunk.node)?.push(chunk.value)
    }
  } catch (error) {
    if (!isOverLimit(error)) throw error
    const limits = `more than ${maxParts} parts, or more than ${maxHeaderBytes} bytes of headers in one part`
    throw new UnreadableMessageError(`it has ${limits}`, { cause: error })
  }
  const partOf = new Map<MimeNode, MessagePart>()
  for (const [node, bytes] of bytesOf) {
    const part = messagePart(node, await decodeTransfer(node, bytes))
    partOf.set(node, part)
    if (node.parentNode) partOf.get(node.parentNode)?.parts.push(part)
  }
  const [root] = partOf.values()
  if (!root) throw new UnreadableMessageError('it is empty')
  return root
}

function messagePart(node: MimeNode, body: Buffer): MessagePart {
  const header = (name: string): string => (node.headers ? node.headers.getFirst(name) : '')
  return {
    contentType: node.contentType || 'text/plain',
    charset: node.charset || null,
    flowed: node.flowed ? (node.delSp ? 'delsp' : 'yes') : 'no',
    isAttachment: node.disposition === 'attachment',
    fileName: node.filename || '',
    contentId: unlessEmpty(header('content-id').replace(/^<|>$/g, '').trim()),
    // RFC 2557 §4.1: folded addresses are joined without the blanks.
    contentLocation: unlessEmpty(header('content-location').replace(/\s/g, '')),
    isBare: node.encoding !== 'base64' && node.encoding !== 'quoted-printable',
    header,
    body,
    parts: [],
  }
}

async function decodeTransfer(node: MimeNode, bytes: readonly Buffer[]): Promise<Buffer> {
  const encoded = Buffer.concat(bytes)
  if (encoded.length === 0) return encoded
  // The splitter's own decoder takes the square of the time that a row of blanks is long.
  if (node.encoding === 'quoted-printable') return decodeQuotedPrintable(encoded)
  const decoder = node.getDecoder()
  decoder.end(encoded)
  return buffer(decoder)
}

const unlessEmpty = (text: string): string | null => (text === '' ? null : text)

const isOverLimit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EMAXLEN'
