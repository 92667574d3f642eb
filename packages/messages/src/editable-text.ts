import iconv from 'iconv-lite'
import { byteOrderMark, decodeText, encodeText, type EncodedText } from './decode-text'
import { UnreadableMessageError } from './unreadable-message-error'

/** Text of which a few places are replaced, so that all other bytes stay. */
interface EditableText {
  /** Markup is as it is shown. Other characters may stand for bytes: see `shown`. */
  text: string
  /** What a piece of `text` is in the charset. */
  shown: (piece: string) => string
  encode: (changed: string) => Buffer
}

type Rewrite = (text: string, shown: EditableText['shown']) => string

/** A real message changes in the first, and no more in the second. */
const maxRounds = 4

/**
 * Bytes in which `rewrite` has nothing left to change, however clients read them: in their charset, each line by itself
 * where it shifts (RFC 1468), and as ASCII. Throws an `UnreadableMessageError` when that has no end. Linear time.
 */
export function rewriteText({ bytes, charset }: EncodedText, rewrite: Rewrite): Buffer {
  const label = charset?.trim().toLowerCase() ?? null
  const rewriteAs = (sent: Buffer, { text, shown, encode }: EditableText): Buffer => {
    const changed = rewrite(text, shown)
    return changed === text ? sent : encode(changed)
  }
  let changed = bytes
  for (let round = 0; round < maxRounds; round++) {
    const before = changed
    changed = rewriteAs(changed, editableText({ bytes: changed, charset }))
    if (!isMarkupOfAscii(changed, charset)) {
      changed = rewriteAs(changed, editableBytes(changed, label, true))
      changed = rewriteAs(changed, editableBytes(changed, null))
    }
    if (changed === before) return changed
  }
  throw new UnreadableMessageError('email clients find different addresses in the text of one of its parts')
}

/** Whether all clients see the same characters of ASCII in it. */
function isMarkupOfAscii(bytes: Buffer, charset: string | null): boolean {
  const text = decodeText({ bytes, charset }).replace(/[^\0-\x7f]+/g, '')
  return Buffer.from(bytes.filter((byte) => byte < 0x80)).equals(Buffer.from(text, 'latin1'))
}

const asItIs = (piece: string): string => piece

function editableText(encoded: EncodedText): EditableText {
  const { bytes } = encoded
  const charset = encoded.charset?.trim().toLowerCase() ?? null
  const text = decodeText(encoded)
  if (encodeText(text, charset)?.equals(bytes) === true)
    return { text, shown: asItIs, encode: (changed) => encodeText(changed, charset) ?? bytes }
  const marked = byteOrderMark(bytes)
  const wide = marked ?? wideCharset(text, bytes, charset)
  if (wide !== null) {
    const mark = iconv.encode(marked === null ? '' : '\ufeff', wide)
    const encode = (changed: string): Buffer =>
      Buffer.concat([mark, iconv.encode(changed, wide, { addBOM: false })])
    // Two or four bytes are a character; those that are none are lost when anything changes.
    if (wide !== 'utf8' || encode(text).equals(bytes)) return { text, shown: asItIs, encode }
  }
  if (charset !== null && /^(?:x-)?(?:unicode-[12]-[01]-)?utf-?7$/.test(charset))
    return { text, shown: asItIs, encode: encodeUtf7 }
  return editableBytes(bytes, charset)
}

const wideLabel = /^(?:cs|x-)?(?:utf-?(?:16|32)|ucs-?[24]|iso-10646-ucs-[24]|unicode(?:$|fe)|cp120[01]$)/
const wideCharsets = ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']

/** The one that gives `text`, which half a character at the end does not change. */
function wideCharset(text: string, bytes: Buffer, charset: string | null): string | null {
  if (charset === null || !wideLabel.test(charset)) return null
  const shown = Buffer.from(text)
  const start = shown.subarray(0, Math.max(0, shown.length - 3))
  const givesText = (name: string): boolean =>
    Buffer.from(iconv.decode(bytes, name)).subarray(0, start.length).equals(start)
  return wideCharsets.find(givesText) ?? null
}

/** RFC 2152, but `\` and `~` are encoded, which not every reader takes as they are. */
const encodeUtf7 = (text: string): Buffer =>
  Buffer.from(
    text.replace(/\+|[\\~\x7f-\uffff]+/g, (found) =>
      found === '+'
        ? '+-'
        : `+${iconv.encode(found, 'utf-16be', { addBOM: false }).toString('base64').replaceAll('=', '')}-`,
    ),
    'latin1',
  )

/** Stretches that shift into a charset of two bytes, each of which may look like markup. */
const [escape, shiftOut, shiftIn] = ['\x1b', '\x0e', '\x0f']
const shiftedStretches: readonly [RegExp, RegExp][] = [
  [
    /^(?:x-|cs)?(?:iso-?2022-?jp|jis$|cp5022[0-2]$)/,
    new RegExp(`${escape}(?:\\$\\(?[@-G]|\\(I)[^${escape}]+`, 'g'),
  ],
  [/^(?:x-|cs)?iso-?2022-?(?:kr|cn)/, new RegExp(`${shiftOut}[^${shiftOut}${shiftIn}\n]+`, 'g')],
  [/^(?:x-|cs)?hz(?:$|-gb)/, /~\{.*?(?:~\}|\n|$)/gs],
]

/** Added to the bytes of such stretches: private characters, which mean nothing in markup. */
const beyondMarkup = 0xe000

/** Each byte is a character. Addresses and markup of ASCII are so in nearly all charsets. */
function editableBytes(bytes: Buffer, charset: string | null, endsAtLine = false): EditableText {
  const raw = bytes.toString('latin1')
  const stretch = shiftedStretches.find(([label]) => charset !== null && label.test(charset))?.[1]
  const text = stretch
    ? raw.replace(stretch, (found) => {
        const lineEnd = endsAtLine ? found.search(/[\r\n]/) : -1
        const end = lineEnd < 0 ? found.length : lineEnd
        const inside = found.slice(0, end).replace(/[!-~]/g, (character) => moved(character, beyondMarkup))
        return inside + found.slice(end)
      })
    : raw
  return {
    text,
    shown: (piece) => (isBytes(piece) ? decodeText({ bytes: bytesOf(piece), charset }) : piece),
    // What was a reference to a character may have become one.
    encode: (changed) =>
      bytesOf(changed.replace(notByte, (character) => `&#${character.codePointAt(0) ?? 0};`)),
  }
}

const moved = (character: string, by: number): string => String.fromCharCode(character.charCodeAt(0) + by)

const notByte = /[^\0-\xff\ue000-\ue0ff]/gu

const isBytes = (piece: string): boolean => piece.search(notByte) < 0

const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text.replace(/[\ue000-\ue0ff]/g, (character) => moved(character, -beyondMarkup)),
    'latin1',
  )
