import { buffer } from 'node:stream/consumers'
import { Splitter } from '@zone-eu/mailsplit'
import type { MimeNode, SplitterChunk } from '@zone-eu/mailsplit/lib/types'
import { decodeQuotedPrintable } from './decode-quoted-printable'
import { UnreadableMessageError } from './unreadable-message-error'

/** A leaf has bytes; a multipart or an embedded message has parts. */
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
  /** The first one, unfolded and still encoded (RFC 2047); empty when there is none. */
  header(name: string): string
  /** Without transfer encoding; empty when the part has parts. */
  body: Buffer
  parts: MessagePart[]
}

/** Far above real messages. They limit memory and time of a hostile one. */
const maxParts = 1_000
const maxHeaderBytes = 1024 * 1024

/** Rejects with an `UnreadableMessageError` when it is empty or exceeds a limit. */
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
  // Each node comes after its parent.
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
    // RFC 2557 §4.1: a folded URI is joined without the blanks.
    contentLocation: unlessEmpty(header('content-location').replace(/\s/g, '')),
    header,
    body,
    parts: [],
  }
}

async function decodeTransfer(node: MimeNode, bytes: readonly Buffer[]): Promise<Buffer> {
  const encoded = Buffer.concat(bytes)
  if (encoded.length === 0) return encoded
  // mailsplit's own decoder takes quadratic time in the length of a row of blanks.
  if (node.encoding === 'quoted-printable') return decodeQuotedPrintable(encoded)
  const decoder = node.getDecoder()
  decoder.end(encoded)
  return buffer(decoder)
}

const unlessEmpty = (text: string): string | null => (text === '' ? null : text)

const isOverLimit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EMAXLEN'
