import type { MessagePart } from './split-message'

/** How a whole message is put together. */
export interface MessageStructure {
  /** Its header as sent, without the empty line after it; at most 64 KiB of it. Each byte is a character. */
  header: string
  /** The media types among which a reader's program chooses, in their order; one for a message without a choice. */
  bodyTypes: string[]
  /** The longest of its lines in octets, without its end, and its number from 1. */
  longestLine: { octets: number; line: number }
}

/** Bytes of a header that are kept. Those of real messages have a tenth of them. */
const maxHeaderBytes = 65_536

/** Reads the structure of a message from its bytes and its parts. */
export function structureOf(raw: Buffer, root: MessagePart): MessageStructure {
  const head = raw.subarray(0, maxHeaderBytes).toString('latin1')
  const end = head.search(/\r?\n\r?\n/)
  return {
    header: end < 0 ? head : head.slice(0, end),
    bodyTypes: alternativesOf(root).map(({ contentType }) => contentType),
    longestLine: longestLineOf(raw),
  }
}

/** The parts of the first `multipart/alternative`, each as the first leaf that is shown of it. */
function alternativesOf(part: MessagePart): MessagePart[] {
  if (part.contentType === 'multipart/alternative') return part.parts.map(firstLeaf)
  const [first] = part.parts
  return first ? alternativesOf(first) : [part]
}

const firstLeaf = (part: MessagePart): MessagePart => {
  let leaf = part
  for (let [child] = leaf.parts; child; [child] = leaf.parts) leaf = child
  return leaf
}

function longestLineOf(raw: Buffer): MessageStructure['longestLine'] {
  const longest = { octets: 0, line: 1 }
  for (let start = 0, line = 1; start <= raw.length; line++) {
    const found = raw.indexOf(0x0a, start)
    const end = found < 0 ? raw.length : found
    const octets = end - start - (raw[end - 1] === 0x0d && end > start ? 1 : 0)
    if (octets > longest.octets) Object.assign(longest, { octets, line })
    start = end + 1
  }
  return longest
}
