import type { MessagePart } from './message-part'

export interface MessageStructure {
  /** As sent, without the empty line; at most 64 KiB. Each byte is a character. */
  header: string
  /** Media types of the alternatives, in order; without `multipart/alternative`, the one that is shown. */
  bodyTypes: string[]
  /** Octets without the line's end; `line` counts from 1. */
  longestLine: { octets: number; line: number }
}

/** Ten times the header of real messages. */
const maxHeaderBytes = 65_536

/** In UTF-8, as characters. */
const byteOrderMark = /^\xef\xbb\xbf/

export function structureOf(raw: Buffer, root: MessagePart): MessageStructure {
  const head = raw.subarray(0, maxHeaderBytes).toString('latin1').replace(byteOrderMark, '')
  const end = head.search(/\r?\n\r?\n/)
  return {
    header: end < 0 ? head : head.slice(0, end),
    bodyTypes: alternativesOf(root).map(({ contentType }) => contentType),
    longestLine: longestLineOf(raw),
  }
}

/** Returns the first leaf of each part of the first `multipart/alternative`; without one, the first leaf of all. */
function alternativesOf(part: MessagePart): MessagePart[] {
  if (part.contentType === 'multipart/alternative') return part.parts.map(firstLeaf)
  const [first] = part.parts
  return first ? alternativesOf(first) : [part]
}

function firstLeaf(part: MessagePart): MessagePart {
  const [first] = part.parts
  return first ? firstLeaf(first) : part
}

function longestLineOf(raw: Buffer): MessageStructure['longestLine'] {
  let longest = { octets: 0, line: 1 }
  for (let start = 0, line = 1; start <= raw.length; line++) {
    const lineFeed = raw.indexOf(0x0a, start)
    const end = lineFeed < 0 ? raw.length : lineFeed
    const octets = end - start - (raw[end - 1] === 0x0d && end > start ? 1 : 0)
    if (octets > longest.octets) longest = { octets, line }
    start = end + 1
  }
  return longest
}
