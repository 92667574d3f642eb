import { isUtf8 } from 'node:buffer'
import { decodeBase64 } from './decode-base64'
import { decodeText } from './decode-text'

/** RFC 2047 §2. `text` is still encoded. */
interface EncodedWord {
  charset: string
  encoding: 'b' | 'q'
  text: string
}

type Piece = { raw: string } | EncodedWord

/**
 * `raw`: each byte is a character. Bytes beyond ASCII that are not UTF-8 are in `charset`. Control characters become
 * blanks. Linear time.
 */
export function decodeHeaderText(raw: string, charset: string | null): string {
  const decoded = piecesOf(raw)
    .map((piece) => ('raw' in piece ? decodeRaw(piece.raw, charset) : decodeWords(piece)))
    .join('')
  return decoded.replace(/\p{Cc}+/gu, ' ')
}

/** As `decodeHeaderText`, but encoded words become what `keep` returns: they can contain what separates addresses. */
export function decodeAround(raw: string, charset: string | null, keep: (word: string) => string): string {
  return piecesOf(raw)
    .map((piece) => ('raw' in piece ? decodeRaw(piece.raw, charset) : keep(decodeWords(piece))))
    .join('')
}

interface WordRun {
  words: EncodedWord[]
}

/** Neighbouring words, without the blanks between them (RFC 2047 §6.2), and the text around them. */
function piecesOf(raw: string): ({ raw: string } | WordRun)[] {
  const pieces: ({ raw: string } | WordRun)[] = []
  for (const piece of scanWords(raw)) {
    const last = pieces.at(-1)
    if ('raw' in piece) pieces.push(piece)
    else if (last && 'words' in last) last.words.push(piece)
    else {
      const beforeLast = pieces.at(-2)
      if (last && 'raw' in last && last.raw.trim() === '' && beforeLast && 'words' in beforeLast) {
        pieces.pop()
        beforeLast.words.push(piece)
      } else pieces.push({ words: [piece] })
    }
  }
  return pieces
}

const wordStart = /=\?([\w:.()+-]{1,60})(?:\*[\w-]{0,20})?\?([bq])\?/iy

function scanWords(raw: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let end = 0
  for (let start = raw.indexOf('=?'); start >= 0; start = raw.indexOf('=?', Math.max(start + 2, from))) {
    wordStart.lastIndex = start
    const [whole, charset = '', encoding = ''] = wordStart.exec(raw) ?? []
    if (whole === undefined) continue
    const textStart = start + whole.length
    if (end < textStart) end = raw.indexOf('?=', textStart)
    if (end < 0) break
    const next = raw.indexOf('=?', textStart)
    // `?=?=`: the end of this word is not the beginning of another one.
    if (next >= 0 && next < end - 1) continue
    if (start > from) pieces.push({ raw: raw.slice(from, start) })
    const text = raw.slice(textStart, end)
    pieces.push({
      charset: charset.toLowerCase(),
      encoding: encoding.toLowerCase() === 'b' ? 'b' : 'q',
      text,
    })
    from = end + 2
  }
  if (from < raw.length) pieces.push({ raw: raw.slice(from) })
  return pieces
}

/** Each word of these begins in ASCII, so that bytes of two words do not make a character. */
const isStateful = (charset: string): boolean =>
  /^(?:x-|cs)?(?:iso-?2022|utf-?7|unicode-1-1-utf-7|hz)/.test(charset)

const noWord: EncodedWord = { charset: '', encoding: 'q', text: '' }

/** Some senders do not shift back at a word's end, and go on in the next word. `before`: without any shift. */
function endsShifted(bytes: Buffer, before: boolean): boolean {
  const text = bytes.toString('latin1')
  const ins = Math.max(text.lastIndexOf('\x1b$'), text.lastIndexOf('\x0e'), text.lastIndexOf('~{'))
  const outs = Math.max(text.lastIndexOf('\x1b('), text.lastIndexOf('\x0f'), text.lastIndexOf('~}'))
  return ins === outs ? before : ins > outs
}

/** Words of one charset are joined as bytes: senders split characters between them. */
function decodeWords({ words }: WordRun): string {
  const texts: string[] = []
  for (let first = 0; first < words.length;) {
    const { charset } = words[first] ?? { charset: '' }
    const pieces: Buffer[] = []
    let last = first
    let isOpen = true
    for (; isOpen && words[last]?.charset === charset; last++) {
      const bytes = bytesOf(words[last] ?? noWord)
      pieces.push(bytes)
      isOpen = !isStateful(charset) || endsShifted(bytes, last > first)
    }
    texts.push(decodeText({ bytes: Buffer.concat(pieces), charset }))
    first = last
  }
  return texts.join('')
}

const bytesOf = ({ encoding, text }: EncodedWord): Buffer =>
  encoding === 'b' ? decodeBase64(Buffer.from(text, 'latin1')) : decodeQ(text)

/** RFC 2047 §4.2. */
const decodeQ = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replace(/=([\da-f]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Shift out, escape, and what begins a shift in HZ. */
const shifts = ['\x0e', '\x1b', '~{']
const sevenBitShift = /^(?:x-|cs)?(?:iso-?2022|hz)/i

function decodeRaw(raw: string, charset: string | null): string {
  const isAscii = !/[^\0-\x7f]/.test(raw)
  if (
    isAscii &&
    !(charset !== null && sevenBitShift.test(charset) && shifts.some((shift) => raw.includes(shift)))
  )
    return raw
  const bytes = Buffer.from(raw, 'latin1')
  return !isAscii && isUtf8(bytes) ? bytes.toString() : decodeText({ bytes, charset })
}
